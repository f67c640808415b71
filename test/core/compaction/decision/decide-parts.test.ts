// What the engine takes from a part of a text, as a decision on the whole text.

import { describe, expect, it } from 'vitest'
import { notAsked } from '../../../../core/compaction/decision/decide.ts'
import { inWholeTexts, judgedTextOf, keptAround } from '../../../../core/compaction/decision/decide-parts.ts'
import { decisionMemory } from '../../../../core/compaction/decision/memory.ts'
import type { CompressionRequest } from '../../../../core/compressor/contract.ts'
import { PackedSpans, sliceSpans } from '../../../../core/text/spans.ts'
import type { PartOfText, Segment } from '../../../../core/transcript/may-be-shortened.ts'

const text = 'head: one two three :tail'
const part = (span: PartOfText['span'], judged?: PartOfText['span']): PartOfText =>
  judged === undefined ? { span } : { span, judged }
const segment: Segment = { node: 0, message: 0, text }

describe('a part of a text', () => {
  it('is what the engine is shown, unless it is shown more to judge it', () => {
    expect(judgedTextOf(segment)).toEqual({ text })
    expect(judgedTextOf({ ...segment, kind: 'shell', part: part([6, 19]) })).toEqual({
      text: 'one two three',
      kind: 'shell',
    })
    expect(judgedTextOf({ ...segment, part: part([6, 19], [0, 19]) })).toEqual({ text: 'head: one two three' })
  })

  it.each([
    ['keeps what is around it', part([6, 19]), [[4, 8]] as const, 'head: two  :tail'],
    [
      'keeps the words that the engine was shown beside it',
      part([6, 19], [0, 19]),
      [[10, 14]] as const,
      'head: two  :tail',
    ],
    ['loses nothing where the engine keeps it', part([6, 19], [0, 19]), [[6, 19]] as const, text],
    ['may lose all of itself', part([6, 19]), [] as const, 'head:  :tail'],
  ])('%s', (_what, one, kept, left) => {
    expect(sliceSpans(text, keptAround(kept, text.length, one))).toBe(left)
  })
})

describe('an answer on a part', () => {
  /** Counts a token to a character, or says nothing. */
  const answersOn = async (parts: readonly (PartOfText | undefined)[], answers: readonly unknown[], counts = true) => {
    const asked: CompressionRequest[] = []
    const asking = {
      compressor: {
        available: [],
        async compress(request: CompressionRequest) {
          asked.push(request)
          if (!counts) throw new Error('gone')
          const results = request.texts.map(({ length }) => ({ abstained: 'counted', tokens_before: length }))
          return { engine_version: request.engine, results }
        },
      },
      memory: decisionMemory(),
      owner: 'acme',
      parameters: { engine: 'adeline-1' },
      mode: 'repeated' as const,
      pause: async () => {},
    }
    const segments = parts.map((one): Segment => (one === undefined ? segment : { ...segment, part: one }))
    const whole = await inWholeTexts(segments, answers as never, asking as never, new AbortController().signal)
    return { asked, whole }
  }
  const answer = (kept: readonly (readonly [number, number])[]) => ({
    ...{ kept: PackedSpans.of(kept), tokens: 100, tokensSaved: 90, engineVersion: 'adeline-0' },
  })
  const left = (one: unknown): string => sliceSpans(text, (one as { kept: PackedSpans }).kept)

  it('is one on the whole text, with what was counted of it where more stays than the engine has left', async () => {
    const wide = part([6, 19], [0, 19])
    const { asked, whole } = await answersOn(
      [undefined, wide, undefined, part([6, 19]), wide, wide, wide],
      [answer([[0, 4]]), answer([[10, 14]]), notAsked, answer([[4, 8]]), undefined, notAsked, answer([])],
    )
    // What stays of the judged text: the engine's count was of less.
    expect(asked.flatMap(({ texts }) => texts).toSorted()).toEqual(['head: ', 'head: two '])
    expect(whole.map((one) => (typeof one === 'object' ? [left(one), one.tokensSaved] : one))).toEqual([
      ['head', 90],
      ['head: two  :tail', 100 - 'head: two '.length],
      notAsked,
      ['head: two  :tail', 90],
      undefined,
      notAsked,
      ['head:  :tail', 100 - 'head: '.length],
    ])
  })

  it('is none where nobody counts what is left', async () => {
    const { whole } = await answersOn(
      [part([6, 19], [0, 19]), part([6, 19])],
      [answer([[10, 14]]), answer([[4, 8]])],
      false,
    )
    expect(whole.map((one) => (typeof one === 'object' ? left(one) : one))).toEqual([undefined, 'head: two  :tail'])
  })

  it('saves nothing rather than less than that', async () => {
    const few = { ...answer([[10, 14]]), tokens: 5 }
    const { whole } = await answersOn([part([6, 19], [0, 19])], [few])
    expect(whole).toEqual([expect.objectContaining({ tokensSaved: 0 })])
  })
})
