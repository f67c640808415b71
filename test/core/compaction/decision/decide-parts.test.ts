// What the engine takes from a part of a text, as a decision on the whole text.

import { describe, expect, it } from 'vitest'
import { judgedTextOf, keptAround } from '../../../../core/compaction/decision/decide-parts.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'
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
