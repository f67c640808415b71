import { describe, expect, it } from 'vitest'
import type { KnownChain } from '../../../../core/chain/chain.ts'
import { decodeState, encodeState } from '../../../../core/chain/record/codec.ts'
import { forwardedSegmentsOf } from '../../../../core/compaction/representation/forwarded-segment.ts'
import { type JsonTape, scanJson } from '../../../../core/json/scan.ts'
import { atOnce } from '../../../../core/runtime/pieces.ts'
import type { Segment } from '../../../../core/transcript/may-be-shortened.ts'
import { chainState } from '../../chain/states.ts'

const segments: readonly Segment[] = ['{ "a": 1 }', '{"a":1}', 'plain'].map((text, node) => ({
  node,
  message: 0,
  text,
}))
const tape = scanJson('[]') as JsonTape
const looked: string[] = []
/** Deletes the blanks, and notes whose. */
const shorten = ({ text }: Segment) => {
  looked.push(text)
  return text.includes(' ') ? ([[0, 1]] as const) : undefined
}

describe('the lossless form', () => {
  it('is looked for once where there is none, and every time where there is one', () => {
    const first = atOnce(forwardedSegmentsOf({ tape, segments }, undefined, shorten))
    expect(looked).toEqual(segments.map(({ text }) => text))

    looked.length = 0
    const state = decodeState(encodeState(chainState({ segments: first.map((one) => one.state) })))
    const head = { digest: 'x', key: 'x', turn: 1, messages: 1, segments: 3 }
    const known: KnownChain = {
      state,
      head,
      key: head.key,
      unsure: false,
      changed: false,
      pauseMs: 0,
      needsTouch: false,
      cold: false,
      forgotten: false,
      restMs: 0,
      inUse: false,
    }
    const again = atOnce(forwardedSegmentsOf({ tape, segments }, known, shorten))
    expect(looked).toEqual(['{ "a": 1 }'])
    expect(again.map(({ kept }) => kept)).toEqual(first.map(({ kept }) => kept))
    expect(again.map(({ kept }) => kept !== undefined)).toEqual([true, false, false])
  })
})
