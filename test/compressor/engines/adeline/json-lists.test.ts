// Which records of a list go: those inside a run of samples or events, and no others.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'
import { jsonLeaves } from './json-leaves.ts'

const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at))
const words =
  'read write lexer unicode fuzz docs tag call rotate flag sprint clean plan stop backup drop verify warm smoke watch'.split(
    ' ',
  )
const word = (at: number): string => `${words[at % words.length]} ${words[(at * 7 + 3) % words.length]}`
const time = (at: number): string => `2031-05-06T07:${String(at % 60).padStart(2, '0')}:00Z`
/** The engine's own rate, and the budgets at which results are sent. */
const shipped = [undefined, 0.5, 0.7, 0.73] as const

const tasks = many(14, (at) => ({ task: word(at), done: at % 3 !== 0 }))
/** Each with the keys whose values stay in every record. */
const things: Readonly<Record<string, readonly [list: readonly object[], keys: readonly string[]]>> = {
  checks: [many(14, (at) => ({ check: `rule ${at}`, passed: at !== 5 && at !== 7 })), ['check']],
  tasks: [tasks, ['task']],
  messages: [many(15, (at) => ({ author: ['ada', 'tony'][at % 2], text: `Do not ${word(at)}.` })), ['text']],
  'messages with a time': [
    many(30, (at) => ({ timestamp: time(at), text: at % 3 === 0 ? 'ok' : `Do not ${word(at)}` })),
    ['text'],
  ],
  'hits of a search': [
    many(20, (at) => ({
      file: `src/${word(at).replace(' ', '/')}.ts`,
      line: 17 * at,
      text: 'return taxRate * total(order)',
    })),
    ['file', 'text'],
  ],
  'steps of a run book': [
    many(13, (at) => ({ step: words[at], command: `systemctl ${word(at)}` })),
    ['step', 'command'],
  ],
  'rows of a query': [
    many(13, (at) => ({ month: `20${10 + at}-11`, revenue: 9471 + 1471 * at, orders: 41 + at })),
    ['month', 'revenue'],
  ],
  diagnostics: [
    many(16, (at) => ({
      file: `src/m${at}.ts`,
      line: 3 + 11 * at,
      severity: at % 5 === 0 ? 'error' : 'warning',
      message: ['Object is possibly undefined', 'Missing return type'][at % 2],
    })),
    ['file', 'message'],
  ],
  'free times': [many(30, (at) => ({ time: time(at), available: at % 3 !== 0 })), ['time']],
}

describe('records of a list', () => {
  it.each(Object.entries(things))('all stay: %s', (_name, [list, keys]) => {
    const text = JSON.stringify({ list })
    for (const budget of shipped) {
      const left = JSON.parse(compacted(text, budget)).list as Record<string, unknown>[]
      expect(left).toHaveLength(list.length)
      for (const key of keys)
        expect(left.map((record) => record[key])).toEqual(
          list.map((record) => (record as Record<string, unknown>)[key]),
        )
    }
  })

  const runs: Readonly<Record<string, readonly object[]>> = {
    'events with a message': many(80, (at) => ({ time: time(at), level: 'info', message: `job ${at} is done` })),
    measures: many(80, (at) => ({ value: 20 + (at % 3), unit: 'ms' })),
    'samples with a flag': many(80, (at) => ({ time: time(at), load: 20 + (at % 9), healthy: at !== 44 })),
  }

  it.each(Object.entries(runs))('go inside a run of samples or events: %s', (_name, list) => {
    expect(JSON.parse(compacted(JSON.stringify(list))).length).toBeLessThan(list.length / 2)
  })

  it.each([1, 2, 3, 9])('stay if they differ in a flag, whatever their number: %i', (count) => {
    const list = many(80, (at) => ({ time: time(at), load: 20 + (at % 9), healthy: at < 30 || at >= 30 + count }))
    for (const budget of shipped)
      expect(compacted(JSON.stringify(list), budget).match(/"healthy":false/g)).toHaveLength(count)
  })

  it('keep the flag in which one differs from most', () => {
    const users = many(7, (at) => ({ user: `u${at}`, can_read: true, can_admin: at === 6, mfa: at !== 6 }))
    for (const budget of shipped)
      expect(JSON.parse(compacted(JSON.stringify({ users }, null, 2), budget)).users[6]).toMatchObject({
        user: 'u6',
        can_admin: true,
        mfa: false,
      })
  })

  it('lose no value to another place', () => {
    const text = JSON.stringify(Object.values(things).map(([list]) => list))
    const all = jsonLeaves(text)
    for (const [leaf, count] of jsonLeaves(compacted(text, 0.73)))
      expect(all.get(leaf) ?? 0).toBeGreaterThanOrEqual(count)
  })
})
