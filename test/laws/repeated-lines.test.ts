// What goes of earlier text because it is repeated still stands in the conversation, and whoever quotes a few lines of it finds
// them together.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceSpans, withoutSpans } from '../../core/text/spans.ts'
import type { RepeatableText } from '../../core/transcript/repeats/repeatable-text.ts'
import { repeatedIn } from '../../core/transcript/repeats/repeated-lines.ts'
import { edgeLines } from '../../core/transcript/repeats/repeated-windows.ts'
import { collidingLines, linesOfOneDigest, processorTime } from '../../testkit/colliding.ts'

/** Few kinds of lines, so that they meet often; some are blank, one is long. */
const line = fc.oneof(
  fc.nat(30).map((number) => `line number ${number} of a text that is read again`),
  fc.constant(''),
  fc.constant('}'),
  fc.constant('a long line that says the same each time, '.repeat(6)),
)
const lines = fc.array(line, { minLength: 1, maxLength: 30 })

/** Texts that take stretches of lines over from texts before them. */
const texts = fc
  .array(fc.record({ own: lines, from: fc.nat(), start: fc.nat(), length: fc.nat(40), ends: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
  })
  .map((made) => {
    const all: string[][] = []
    for (const { own, from, start, length } of made) {
      const before = all[from % Math.max(1, all.length)] ?? []
      const at = start % Math.max(1, before.length)
      all.push([...own.slice(0, 5), ...before.slice(at, at + length), ...own.slice(5)])
    }
    return all.map((one, index) => `${one.join('\n')}${made[index]?.ends === true ? '\n' : ''}`)
  })

const whole = (text: string): RepeatableText => ({ text, mayGo: true, stays: text === '' ? [] : [[0, text.length]] })

const leftOf = (all: readonly RepeatableText[], newest = 0): string[] => {
  const repeated = repeatedIn(all, newest)
  return all.map(({ text }, index) =>
    sliceSpans(text, withoutSpans([[0, text.length]], repeated.get(index)?.gone ?? [])),
  )
}

const holdsRun = (text: string, run: string): boolean => `\n${text}\n`.includes(`\n${run}\n`)

describe('lines that go because later text repeats them', () => {
  it('leave every few lines in a row together, in their own text or in a later one', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const left = leftOf(all.map(whole))
        for (const [index, text] of all.entries()) {
          const own = text.replace(/\n$/, '').split('\n')
          for (let at = 0; at + edgeLines < own.length; at += 1) {
            const run = own.slice(at, at + edgeLines + 1).join('\n')
            expect(left.slice(index).some((one) => holdsRun(one, run))).toBe(true)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('go from what may go alone, and only where the later text stays', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (all, may) => {
        const some = all.map((text, index): RepeatableText => ({ ...whole(text), mayGo: may[index] === true }))
        const left = leftOf(some)
        for (const [index, text] of all.entries()) if (may[index] !== true) expect(left[index]).toBe(text)
        const none = all.map((text): RepeatableText => ({ text, mayGo: true }))
        expect(leftOf(none)).toEqual(all)
      }),
      { numRuns: 100 },
    )
  })

  it('leave a text that is repeated whole its first lines and its last', () => {
    const text = Array.from({ length: 40 }, (_, index) => `    ${index}\tconst value${index} = ${index}`).join('\n')
    const all = text.split('\n')
    const ends = [...all.slice(0, edgeLines), ...all.slice(-edgeLines)].join('\n')
    expect(leftOf([whole(text), whole(text)])).toEqual([ends, text])
  })

  it('are all of a text of few lines that stands again as a whole, but for its first words', () => {
    const passage = `The basket is ${'emptied when a voucher was used twice, '.repeat(12)}as everybody knows.`
    const [left = '', later] = leftOf([whole(passage), whole(passage)])
    expect(later).toBe(passage)
    expect(passage.startsWith(left)).toBe(true)
    expect(left.length).toBeGreaterThanOrEqual(80)
    expect(left.length).toBeLessThan(100)
    // Not where it is a part of a later text, nor of one of which something goes, nor where no blank shows where to cut.
    expect(leftOf([whole(passage), whole(`${passage}x`)])[0]).toBe(passage)
    expect(leftOf([whole(passage), { text: passage, mayGo: true, stays: [[0, 90]] }])[0]).toBe(passage)
    const json = JSON.stringify([{ type: 'text', text: passage }])
    expect(leftOf([whole(json), whole(json)])[0]).toBe(json)
    const unbroken = '0123456789'.repeat(60)
    expect(leftOf([whole(unbroken), whole(unbroken)])[0]).toBe(unbroken)
  })

  it('are each long line of what no edit quotes, wherever it stands again', () => {
    const passage = (name: string) =>
      `${name} is ${'emptied when a voucher was used twice, '.repeat(12)}as everybody knows.`
    const [one, two, three] = [passage('The basket'), passage('The drawer'), passage('The cellar')]
    const texts = [`${one}\n\n${two}`, `${two}\n\n${three}`, `${three}\n\n${one}`]
    const left = leftOf(texts.map((text) => ({ ...whole(text), isUnquoted: true })))
    expect(left[2]).toBe(texts[2])
    expect(left[1]).toBe(`${two}\n\n${three.slice(0, three.indexOf(' ', 80))}`)
    expect(left[0]).toBe(`${one.slice(0, one.indexOf(' ', 80))}\n\n${two.slice(0, two.indexOf(' ', 80))}`)
    expect(leftOf(texts.map(whole))).toEqual(texts)
  })

  it('are three or more, and two hundred characters', () => {
    const twice = (text: string) => leftOf([whole(`before\n${text}`), whole(`${text}\nbehind`)])[0]
    const short = Array.from({ length: 12 }, (_, index) => `${index}: short`).join('\n')
    expect(twice(short)).toBe(`before\n${short}`)
    const two = `${'a'.repeat(300)}\n${'b'.repeat(300)}`
    expect(twice(two)).toBe(`before\n${two}`)
  })

  it('are found in time that grows with the text, whatever the text', () => {
    const seconds = (text: string): number => {
      const since = performance.now()
      leftOf([whole(text), whole(`${text}x`), whole(text.slice(1))])
      return (performance.now() - since) / 1_000
    }
    const nasty = [
      '\n'.repeat(400_000),
      `${'\n'.repeat(198)}x`.repeat(2_000),
      'same\n'.repeat(80_000),
      Array.from({ length: 60_000 }, (_, index) => `${index % 7}`).join('\n'),
    ]
    for (const text of nasty) expect(seconds(text)).toBeLessThan(5)
  })
})

describe('lines that somebody has chosen for their digests', () => {
  const several = (made: readonly string[]) => [whole(made.join('\n')), whole(made.slice(1).join('\n'))]
  const harmless = (count: number) => Array.from({ length: count }, (_, number) => (number * 7919).toString(36))

  it('take no longer than others where all digests fall on one place of a table', { timeout: 30_000 }, () => {
    const made = collidingLines(10_000)
    repeatedIn(several(harmless(10_000)), 0)
    const usual = processorTime(() => repeatedIn(several(harmless(10_000)), 0))
    expect(processorTime(() => repeatedIn(several(made), 0))).toBeLessThan(4 * usual + 60)
  })

  it('take no longer than others where two that differ have one digest, and go up to those', () => {
    const [one, other] = linesOfOneDigest()
    const before = harmless(20_000)
    const texts = [whole([...before, one].join('\n')), whole([...before, other].join('\n'))]
    const usual = processorTime(() => repeatedIn(several(before), 0))
    expect(processorTime(() => repeatedIn(texts, 0))).toBeLessThan(4 * usual + 60)
    expect(leftOf(texts)[0]?.split('\n')).toEqual([...before.slice(0, edgeLines), ...before.slice(-edgeLines), one])
  })
})
