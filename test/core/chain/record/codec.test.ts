import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeState, encodeState } from '../../../../core/chain/record/codec.ts'
import type { ChainState, SegmentState } from '../../../../core/chain/record/state.ts'
import { PackedSpans } from '../../../../core/text/spans.ts'
import { arbitrarySegment, chainState } from '../states.ts'

describe('a chain’s state as bytes', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(arbitrarySegment, { maxLength: 40 }), fc.boolean(), (segments, verbatim) => {
        const state = chainState({
          segments,
          verbatim,
          paidEffectiveTokens: 12.5,
          savedEffectiveTokens: -3,
          lifetimeMs: 300_000,
        })
        expect(decodeState(encodeState(state))).toEqual(state)
      }),
    )
  })

  it('keeps the policy, the versions and the counts', () => {
    const state: ChainState = chainState({
      engineVersion: 'adeline-1.0.0',
      policy: { mode: 'arrival', compressor: 'helene-1', rate: 0.4 },
      counts: [{ turn: 2, characters: 20_000, tokens: 4_100 }],
      branched: true,
      unthought: { turn: 2, upTo: 'abcdefghijk' },
      shown: { turn: 3, upTo: 'lmnopqrstuv', named: 1 },
      mostCalls: 3,
    })
    expect(decodeState(encodeState(state))).toEqual(state)
  })

  it('keeps a head that is longer than what writers begin with, and characters beyond ASCII', () => {
    const counts = Array.from({ length: 500 }, (_, turn) => ({ turn, characters: 20_000 + turn, tokens: 4_100 + turn }))
    for (const state of [chainState({ counts, engineVersion: 'ä✓-1.0.0' }), chainState({ engineVersion: 'ä✓-1.0.0' })])
      expect(decodeState(encodeState(state))).toEqual(state)
  })

  const large = (representation: SegmentState['representation']): SegmentState[] =>
    Array.from({ length: 1_000 }, () => ({
      representation,
      losslessTokensSaved: 3,
      decision: {
        kind: 'shorter',
        tokensSaved: 90,
        kept: PackedSpans.of(Array.from({ length: 200 }, (_, line) => [line * 300, line * 300 + 150] as const)),
      },
    }))

  it('leaves out what was not applied above 300 KB, and nothing else', () => {
    const state = chainState({ segments: [...large('lossless'), ...large('scheduled').slice(0, 1)] })
    const bytes = encodeState(state)
    expect(bytes.length).toBeLessThan(10_000)
    expect(decodeState(bytes).segments[0]).toEqual({
      representation: 'lossless',
      losslessTokensSaved: 3,
      decision: { kind: 'pending', asked: 0 },
    })
    expect(decodeState(bytes).segments.at(-1)?.representation).toBe('lossless')

    const applied = chainState({ segments: large('lossy') })
    expect(decodeState(encodeState(applied))).toEqual(applied)
  })

  it.each([
    [290_000, 'shorter'],
    [310_000, 'pending'],
  ] as const)('of %i bytes keeps a decision that is not applied as %s', (aim, kind) => {
    const sized = (segments: number) => chainState({ segments: large('lossless').slice(0, segments) })
    const each = encodeState(sized(2)).length - encodeState(sized(1)).length
    const state = sized(Math.floor(aim / each))
    expect(decodeState(encodeState(state)).segments[0]?.decision.kind).toBe(kind)
  })

  it('says of any other bytes that they are no state, or reads what they say', () => {
    const bytes = encodeState(chainState({ segments: large('lossy').slice(0, 2) }))
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decodeState(bytes.subarray(0, length)), String(length)).toThrow()
    expect(() => decodeState(Buffer.concat([bytes, Buffer.from([0])]))).toThrow('longer than it says')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expect(() => decodeState(noise)).toThrow()
      }),
    )
  })

  it('reads the layout before it', () => {
    const stored =
      'sQN7ImxheW91dCI6NSwibG9zc2xlc3NWZXJzaW9uIjoibG9zc2xlc3MtMSIsInBvbGljeSI6eyJtb2RlIjoicmVwZWF0ZWQiLCJjb21wcmVzc29yIjoiYWRlbGluZS0xIn0sInZlcmJhdGltIjpmYWxzZSwibGlmZXRpbWVNcyI6MzAwMDAwLCJjYWNoZWRFbmRzIjpbeyJ0dXJuIjozLCJzdXJlbHlVbnRpbCI6NSwicG9zc2libHlVbnRpbCI6NiwiYXNTZW50Ijp0cnVlLCJsb25nRW5vdWdoIjp0cnVlfV0sImV2aWRlbmNlIjp7ImV2ZXJSZWFkIjpmYWxzZSwiZXZlcldyaXR0ZW4iOmZhbHNlLCJtaXNzZXMiOjAsImZyYW1lTWlzc2VzIjowLCJmcmFtZUhpdHMiOjAsImtlcHRGb3JNcyI6MH0sInNlbnRBdCI6MCwicm9vdFVzZWRBdCI6MCwiaW5wdXRUb2tlbnMiOjAsImZyYW1lIjoiIiwicGFpZEVmZmVjdGl2ZVRva2VucyI6MCwic2F2ZWRFZmZlY3RpdmVUb2tlbnMiOjB9BJ4DWwAHAgAEBaMCnAEAAIQDAAABAQADAwEBAaACAAE='
    const cachedEnds = [{ turn: 3, surelyUntil: 5, possiblyUntil: 6, asSent: true, longEnough: true }]
    const segments: SegmentState[] = [
      {
        representation: 'lossy',
        decision: {
          kind: 'shorter',
          kept: PackedSpans.of([
            [0, 4],
            [9, 300],
          ]),
          tokensSaved: 7,
        },
        tokens: 90,
        holds: true,
      },
      { representation: 'lossless', decision: { kind: 'pending', asked: 2 }, losslessDeletesNothing: true },
      {
        representation: 'scheduled',
        decision: { kind: 'shorter', kept: PackedSpans.of([[1, 2]]), tokensSaved: 3, because: 'repeated' },
        mild: { kept: PackedSpans.of([[0, 3]]), tokensSaved: 1 },
      },
      { representation: 'lossless', decision: { kind: 'abstained' }, losslessTokensSaved: 0 },
    ]
    expect(decodeState(Buffer.from(stored, 'base64'))).toEqual(
      chainState({ losslessVersion: 'lossless-1', cachedEnds, segments }),
    )
  })

  it('does not read another layout', () => {
    const bytes = Buffer.from(encodeState(chainState({}))).toString('latin1')
    expect(() => decodeState(Buffer.from(bytes.replace('"layout":6', '"layout":4'), 'latin1'))).toThrow()
  })
})
