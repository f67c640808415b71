import { describe, expect, it } from 'vitest'
import type { KnownChain } from '../../../../core/chain/chain.ts'
import { decodeState, encodeState } from '../../../../core/chain/record/codec.ts'
import type { SegmentState } from '../../../../core/chain/record/state.ts'
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

/** What a record says that holds these states. */
const knownOf = (states: readonly SegmentState[]): KnownChain => {
  const head = { digest: 'x', key: 'x', turn: 1, messages: 1, segments: 3 }
  return {
    state: decodeState(encodeState(chainState({ segments: states }))),
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
}

describe('the lossless form', () => {
  it('is looked for once where there is none, and every time where there is one', () => {
    const first = atOnce(forwardedSegmentsOf({ tape, segments }, undefined, shorten))
    expect(looked).toEqual(segments.map(({ text }) => text))

    looked.length = 0
    const known = knownOf(first.map(({ state }) => state))
    const again = atOnce(forwardedSegmentsOf({ tape, segments }, known, shorten))
    expect(looked).toEqual(['{ "a": 1 }'])
    expect(again.map(({ kept }) => kept)).toEqual(first.map(({ kept }) => kept))
    expect(again.map(({ kept }) => kept !== undefined)).toEqual([true, false, false])
  })
})

it('is forwarded lossless while it is scheduled, and lossy once it was', () => {
  const decision = { kind: 'shorter', kept: [[0, 1]], tokensSaved: 1 } as const
  const states = (['lossless', 'scheduled', 'lossy'] as const).map((representation) => ({ decision, representation }))
  const forwarded = atOnce(forwardedSegmentsOf({ tape, segments }, knownOf(states), () => undefined))
  expect(forwarded.map(({ state }) => state.representation)).toEqual(['lossless', 'lossless', 'lossy'])
})
