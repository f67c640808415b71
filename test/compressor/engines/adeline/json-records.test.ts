// What no budget takes from records, and JSON that is not all of its text.

import { describe, expect, it } from 'vitest'
import { scanJson } from '../../../../core/json/scan.ts'
import { budgets, compacted } from './compacted.ts'
import { jsonLeaves } from './json-leaves.ts'

const issue = (at: number) => ({
  id: 9_000 + at,
  number: at + 1,
  title: `Door ${at} does not close`,
  state: at % 3 === 0 ? 'closed' : 'open',
  author: {
    login: `person-${at % 4}`,
    id: 40 + (at % 4),
    node_id: `MDQ6VXNl${at % 4}`,
    avatar_url: 'https://a.example/x.png',
  },
  body: 'It stands open after every storm, and nobody has found the reason yet. '.repeat(3),
  url: `https://api.example/issues/${at}`,
  locked: false,
  milestone: null,
  comments: at % 5,
})

const floor = /^(?:id|number|title|state|login)$/
const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => (floor.test(key) ? [`${key}=${inner}`] : namesIn(inner)))

const issues = Array.from({ length: 40 }, (_, at) => issue(at))
const pretty = JSON.stringify({ total: 40, items: issues }, null, 2)
const compactSpelling = JSON.stringify({ total: 40, items: issues })

describe('records of JSON', () => {
  it('keep what identifies them, their titles and their states, at any budget', () => {
    for (const budget of [undefined, ...budgets])
      expect(namesIn(JSON.parse(compacted(pretty, budget)))).toEqual(namesIn({ items: issues }))
  })

  it.each([
    ['a node', (one: object) => ({ node: one })],
    ['a node with its place', (one: object, at: number) => ({ cursor: `c${at}`, node: one })],
  ])('keep all that when each stands in %s of its own', (_what, wrap) => {
    const names = Array.from({ length: 30 }, (_, at) => ({ id: 4_000 + 7 * at, name: `Door ${at}`, state: 'open' }))
    const text = JSON.stringify({ edges: names.map(wrap) })
    for (const budget of [undefined, ...budgets]) {
      const kept = compacted(text, budget)
      for (const { id, name } of names)
        expect([kept.includes(`:${id}`), kept.includes(`"${name}"`)]).toEqual([true, true])
    }
  })

  it('lose the rest', () => {
    expect(compacted(compactSpelling, 1).length).toBeLessThan(0.4 * compactSpelling.length)
  })
})

describe('JSON that is not all of its text', () => {
  const around: Readonly<Record<string, readonly [before: string, behind: string]>> = {
    'in a fence': ['The tracker says:\n```json\n', '\n```\n'],
    'before a digit': ['', '7'],
    'before a note on its line': ['', ' [exit code 0]'],
    'behind a heading on its line': ['Result: ', ''],
    'behind brackets': ['[tool] [12:00] Result: ', '\nDone.'],
  }

  it.each(Object.entries(around))(
    '%s stays JSON, every leaf at its path, and the rest stays whole',
    (_name, [before, behind]) => {
      for (const value of [pretty, compactSpelling])
        for (const budget of budgets) {
          const kept = compacted(`${before}${value}${behind}`, budget)
          expect(kept.startsWith(before) && kept.endsWith(behind)).toBe(true)
          const inner = kept.slice(before.length, kept.length - behind.length)
          const leaves = jsonLeaves(value)
          for (const [leaf, count] of jsonLeaves(inner))
            expect(leaves.get(leaf) ?? 0, leaf).toBeGreaterThanOrEqual(count)
          expect(namesIn(JSON.parse(inner))).toEqual(namesIn({ items: issues }))
          expect(inner.length).toBeLessThan(value.length)
        }
    },
  )

  it('keeps its records where it is cut off, wherever that is', () => {
    for (const value of [pretty, compactSpelling])
      for (let cut = Math.floor(value.length / 2); cut < value.length - 1; cut += 997) {
        const text = value.slice(0, cut)
        const kept = compacted(text, 0.78)
        for (const one of issues) {
          const title = `"${one.title}"`
          expect(kept.includes(title), `${cut}: ${title}`).toBe(text.includes(title))
        }
        expect(kept.length).toBeLessThan(0.8 * text.length)
      }
  })

  it('keeps its records where its middle is left out, and behind that all of it', () => {
    const text = `${pretty.slice(0, 18_000)}\n... [9000 characters left out] ...\n${pretty.slice(27_000)}`
    expect(scanJson(text)).toBeUndefined()
    const kept = compacted(text, 0.9)
    for (const { title } of issues) expect(kept.includes(title)).toBe(text.includes(title))
    expect(kept.endsWith(pretty.slice(27_000))).toBe(true)
    expect(kept.length).toBeLessThan(0.8 * text.length)
  })

  it('keeps its members where it is the smaller part of a log', () => {
    const log = Array.from(
      { length: 400 },
      (_, at) => `2031-05-06 07:00:${at % 60} INFO worker ${at % 7} has finished batch ${at}`,
    )
    const text = `${log.slice(0, 300).join('\n')}\n${pretty.slice(0, 6_000)}\n${log.slice(300).join('\n')}`
    const kept = compacted(text, 0.9)
    for (const { title } of issues) expect(kept.includes(title)).toBe(text.includes(title))
    expect(kept.length).toBeLessThan(0.6 * text.length)
  })

  it.each([
    '['.repeat(200_000),
    '{"a":'.repeat(60_000),
    `${'[1,'.repeat(60_000)}x`,
    `"${'\\"'.repeat(100_000)}`,
    '[ '.repeat(50_000),
  ])('takes time by the length of the text', (text) => {
    const since = process.cpuUsage()
    compacted(text, 0.78)
    expect(process.cpuUsage(since).user).toBeLessThan(3_000_000)
  })
})
