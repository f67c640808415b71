// What counts as left: numbers, denials with what they deny, names, addresses, paths, and the form of a text.

import { describe, expect, it } from 'vitest'
import type { KeptSpans, Span } from '../../../core/text/spans.ts'
import { blockOf } from '../../../eval/measures/carriers.ts'
import { retention } from '../../../eval/quality/retention.ts'
import { measuresOf, Tallies } from '../../../eval/quality/tallies.ts'
import { validity } from '../../../eval/quality/validity.ts'

/** Everything but these pieces of the text. */
const without = (text: string, ...gone: readonly string[]): KeptSpans => {
  const cuts = gone.map((piece) => text.indexOf(piece)).toSorted((one, other) => one - other)
  const ends = cuts.map((start) => start + (gone.find((piece) => text.startsWith(piece, start))?.length ?? 0))
  return [...cuts, text.length].flatMap((until, at): Span[] => {
    const from = at === 0 ? 0 : (ends[at - 1] ?? 0)
    return from < until ? [[from, until]] : []
  })
}

describe('retention', () => {
  const text =
    'The tests of Ada Holt did not really finish within 3.5 s, see https://example.org/a?b=1 and src/core/read.ts or job_17_x.'
  const left = (...gone: readonly string[]) => {
    const counts = retention(blockOf(0, text), without(text, ...gone))
    return Object.fromEntries([...counts].map(([name, [all, kept]]) => [name, `${kept} of ${all}`]))
  }

  it('counts everything as left when nothing went', () => {
    const counts = [...retention(blockOf(0, text), undefined).values()]
    expect(counts.every(([all, kept]) => all > 0 && all === kept)).toBe(true)
  })

  it('a value of which any character went is not left', () => {
    expect(left('.5')).toMatchObject({ numbers: '2 of 3' })
    expect(left('a?b')).toMatchObject({ addresses: '0 of 1', numbers: '3 of 3' })
    expect(left('core/')).toMatchObject({ paths: '0 of 1', addresses: '1 of 1' })
    expect(left('Holt')).toMatchObject({ names: '0 of 1' })
    expect(left('17_')).toMatchObject({ ids: '0 of 1' })
  })

  it('a denial without what it denies is left, and its scope is not', () => {
    expect(left(' finish')).toMatchObject({ denials: '1 of 1', 'denials with scope': '1 of 1' })
    expect(left(' really')).toMatchObject({ denials: '1 of 1', 'denials with scope': '0 of 1' })
    expect(left(' not')).toMatchObject({ denials: '0 of 1', 'denials with scope': '0 of 1' })
  })
})

describe('form', () => {
  const formOf = (text: string, ...gone: readonly string[]) =>
    Object.fromEntries(validity(text, without(text, ...gone)))

  it('JSON parses or is gone', () => {
    const json = '{"a": 1, "b": [2, 3]}'
    expect(formOf(json, '"a": 1, ')).toMatchObject({ 'JSON parses': [1, 1] })
    expect(formOf(json, '1, ')).toMatchObject({ 'JSON parses': [1, 0] })
    expect(formOf(json, json)).toMatchObject({ 'JSON parses': [1, 1] })
    expect(formOf('no JSON')).toMatchObject({ 'JSON parses': [0, 0] })
  })

  it('fences come in pairs, rows keep their bars', () => {
    const fenced = 'see\n```\ncode\n```\nend'
    expect(formOf(fenced, '```\ncode\n```\n')).toMatchObject({ 'fences balance': [1, 1] })
    expect(formOf(fenced, '```\ncode')).toMatchObject({ 'fences balance': [1, 0] })
    const table = '| a | b |\n|---|---|\n| 1 | 2 |'
    expect(formOf(table, '\n| 1 | 2 |')).toMatchObject({ 'rows keep cells': [2, 2] })
    expect(formOf(table, '| 2 |')).toMatchObject({ 'rows keep cells': [3, 2] })
  })

  it('a trace of which a frame is left keeps its exception', () => {
    const python = 'Traceback (most recent call last):\n  File "a.py", line 1\n    run()\nKeyError: 7\n'
    expect(formOf(python, '    run()\n')).toMatchObject({ 'traces keep exception': [1, 1] })
    expect(formOf(python, 'KeyError: 7')).toMatchObject({ 'traces keep exception': [1, 0], 'error lines': [1, 0] })
    const java = 'java.io.IOException: closed\n\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)\n'
    expect(formOf(java, '\tat a.B.d(B.java:2)\n')).toMatchObject({ 'traces keep exception': [1, 1] })
    const blank = java.replace('closed', 'closed  ')
    expect(formOf(blank, '  \n')).toMatchObject({ 'traces keep exception': [1, 1] })
    expect(formOf(java, ': closed')).toMatchObject({ 'traces keep exception': [1, 0] })
    expect(formOf(java, java)).toMatchObject({ 'traces keep exception': [0, 0] })
  })
})

it('shares are of all documents together, with an interval around them; what never occurs has no share', () => {
  const documents = [4, 2, 3, 1].map((counted) => new Tallies().add('left', [4, counted]).add('absent', [0, 0]))
  const { left, absent } = measuresOf(documents)
  expect(left).toMatchObject({ all: 16, share: 10 / 16 })
  expect(left?.low).toBeLessThan(10 / 16)
  expect(left?.high).toBeGreaterThan(10 / 16)
  expect(absent).toBeUndefined()
})
