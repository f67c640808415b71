import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ansiSequences } from '../../../core/lossless/ansi.ts'

const esc = '\x1b'
const sequence = new RegExp(`^${esc}(?:\\[[0-?]*[ -/]*[@-~]|[()][0-9A-Za-z])`)
/** What stays ends within a sequence: to delete what follows could complete another one. */
const open = new RegExp(`${esc}(?:\\[[0-?]*[ -/]*|[()])?$`)

/** What stays of a text, character by character. */
const expectedOf = (text: string): string => {
  let kept = ''
  for (let at = 0; at < text.length; ) {
    const [found = ''] = open.test(kept) ? [] : (sequence.exec(text.slice(at)) ?? [])
    if (found === '') kept += text.charAt(at)
    at += Math.max(1, found.length)
  }
  return kept
}

const withoutSequences = (text: string): string =>
  ansiSequences(text).reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text)

describe('control sequences of a terminal', () => {
  // Whole ones, beginnings, and units at the ends of what one may have and just beyond.
  const pieces = [
    ...[
      `${esc}[0m`,
      `${esc}[1;3?m`,
      `${esc}(B`,
      `${esc})0`,
      `${esc}[ /~`,
      `${esc}[`,
      `${esc}(`,
      `${esc})`,
      esc,
      esc,
      '[',
      '(',
    ],
    ...['0', '?', '/', ' ', '\x1f', '@', '~', '\x7f', 'A', 'm', ';'],
  ]
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 8, size: 'max' }).map((parts) => parts.join(''))

  it('go where what stays before them is no part of one, and nowhere else', () => {
    let deleted = 0
    fc.assert(
      fc.property(texts, (text) => {
        const left = withoutSequences(text)
        if (left !== text) deleted += 1
        expect(left).toBe(expectedOf(text))
      }),
      { numRuns: 10_000 },
    )
    expect(deleted).toBeGreaterThan(1_000)
  })

  it('that go leave none behind', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ansiSequences(withoutSequences(text))).toEqual([])
      }),
      { numRuns: 10_000 },
    )
  })
})
