import { describe, expect, it } from 'vitest'
import { unasked } from '../../../core/chain/record/state.ts'
import { pendingSegmentOf } from '../../../core/compaction/background/decide-in-background.ts'
import {
  type ForwardedSegment,
  forwardedSegmentsOf,
  losslessForm,
  moved,
} from '../../../core/compaction/representation/forwarded-segment.ts'
import { type JsonTape, scanBody } from '../../../core/json/scan.ts'
import { StringValue } from '../../../core/json/strings/value.ts'
import { charactersOf, type Segment } from '../../../core/transcript/may-be-shortened.ts'
import { isSaid, type Look, ResultSegment } from '../../../core/transcript/result-segment.ts'

const text = 'a result of some length'

const tapeOf = (said = text): JsonTape => {
  const tape = scanBody(Buffer.from(JSON.stringify({ text: said })), 100)
  if (typeof tape !== 'object') throw new Error('The body is JSON.')
  return tape
}

const resultOf = (tape: JsonTape, look: Look) => {
  const looked = { times: 0 }
  const result = new ResultSegment({ node: 2, message: 0 }, new StringValue(tape, 2), () => {
    looked.times += 1
    return look
  })
  return { result, looked }
}

const onlyOne = (forwarding: ReturnType<typeof forwardedSegmentsOf>): ForwardedSegment => {
  let step = forwarding.next()
  while (step.done !== true) step = forwarding.next()
  const [one] = step.value
  if (one === undefined) throw new Error('There is one segment.')
  return one
}

describe('a result', () => {
  it('is looked at once', () => {
    const { result, looked } = resultOf(tapeOf(), { kind: 'shell' })
    expect([result.pinned, result.kind, result.text, charactersOf(result)]).toEqual([
      undefined,
      'shell',
      text,
      text.length,
    ])
    expect(looked.times).toBe(1)
  })

  it('has no text where it looks like a file, until that is asked for whatever its pin', () => {
    const { result, looked } = resultOf(tapeOf(), { pinned: 'file-read' })
    expect([result.text, result.value, charactersOf(result)]).toEqual(['', undefined, 0])
    const opened = result.opened()
    expect([opened.text, charactersOf(opened), opened.pinned]).toEqual([text, text.length, 'file-read'])
    expect(looked.times).toBe(1)
  })

  it('that is copied by its members is shortened by no step: the body would travel as it came', () => {
    const segment: Segment = resultOf(tapeOf(), { pinned: 'file-read' }).result
    expect(() => losslessForm({ ...segment })).toThrow(TypeError)
    expect(() => charactersOf({ ...segment })).toThrow(TypeError)
  })

  it('was said by nobody, which needs no look', () => {
    const { result, looked } = resultOf(tapeOf(), {})
    expect(isSaid(result)).toBe(false)
    expect(looked.times).toBe(0)
  })

  it.each([
    ['travels shortened', { decision: { kind: 'shorter', kept: [[0, 8]], tokensSaved: 3 }, representation: 'lossy' }],
    ['travels whole', { decision: { kind: 'abstained' }, representation: 'lossless', losslessDeletesNothing: true }],
  ] as const)('that %s by its record is not looked at', (_what, state) => {
    const tape = tapeOf()
    const { result, looked } = resultOf(tape, {})
    const known = { state: { segments: [state] } } as unknown as Parameters<typeof forwardedSegmentsOf>[1]
    const one = onlyOne(forwardedSegmentsOf({ tape, segments: [result] }, known))
    expect(pendingSegmentOf(moved(one), true, true).toDecide).toBeUndefined()
    expect(looked.times).toBe(0)
  })

  it('that no record knows is looked at before it is shortened', () => {
    const tape = tapeOf('{ "blanks": "may go" }')
    const { result, looked } = resultOf(tape, { pinned: 'file-read' })
    const one = onlyOne(forwardedSegmentsOf({ tape, segments: [result] }, undefined))
    expect(one.kept).toBeUndefined()
    expect(one.state).toEqual({ ...unasked, losslessDeletesNothing: true })
    expect(looked.times).toBe(1)
  })

  it.each([['file-read'], [undefined]] as const)(
    'of which nothing may go is not looked at before it is sent',
    (pinned) => {
      const tape = tapeOf()
      const { result, looked } = resultOf(tape, { pinned })
      const one = onlyOne(forwardedSegmentsOf({ tape, segments: [result] }, undefined))
      expect(one.kept).toBeUndefined()
      expect(one.state).toEqual({ ...unasked, losslessDeletesNothing: true })
      expect(pendingSegmentOf(one, false, true).toDecide).toBe(result)
      expect(looked.times).toBe(0)
    },
  )
})
