// Which texts keep what goes for the sake of later ones, where a conversation goes on from more than one place.

import { describe, expect, it } from 'vitest'
import { tooDearToComeBack } from '../../../../core/chain/move/coming-back.ts'
import type { SegmentState } from '../../../../core/chain/record/state.ts'

const lossless: SegmentState = { decision: { kind: 'abstained' }, representation: 'lossless' }
const shorter = (because?: 'repeated'): SegmentState => ({
  decision: { kind: 'shorter', kept: [[0, 100]], tokensSaved: 900, ...(because && { because }) },
  representation: 'lossless',
})
const holder: SegmentState = { ...lossless, holds: true }

/** Texts of 1,000 characters, one a turn, behind 500 of what stands before them. */
const layoutOf = (texts: number) => {
  const behind = (index: number): number => (texts - index) * 1_000
  return {
    bodyCharacters: texts * 1_000 + 500,
    messageCharacters: texts * 1_000,
    conversationCharacters: texts * 1_000,
    deletedCharacters: 0,
    segments: Array.from({ length: texts }, (_, index) => ({
      characters: 1_000,
      charactersBehind: behind(index),
      turn: index + 1,
    })),
    charactersBehind: ({ segments }: { readonly segments: number }) => behind(segments),
    deletedFrom: () => 0,
  }
}

const endsOf = (texts: number) =>
  Array.from({ length: texts }, (_, index) => ({
    turn: texts - index,
    messages: 0,
    segments: texts - index,
    blocksBehind: 0,
    position: 0,
  }))

/** The texts that stay where so many effective tokens may be lost. */
const staying = (states: readonly SegmentState[], room: number, branched = true, superseded = -1): number[] => {
  const chain = { branched, ends: endsOf(states.length) }
  const cover = { price: 1, room: () => room }
  const sent = { states, isSuperseded: (index: number) => index === superseded, layout: () => layoutOf(states.length) }
  const stays = tooDearToComeBack(chain, sent, 1, cover)
  return states.flatMap((_, index) => (stays(index) ? [index] : []))
}

describe('a text that went for the sake of a later one', () => {
  const states = [lossless, shorter('repeated'), shorter(), lossless, holder, lossless]

  it('stays unless what stands between the two is covered', () => {
    expect(staying(states, 2_999)).toEqual([1])
    expect(staying(states, 3_000)).toEqual([])
  })

  it('may come back up to the last text that holds something', () => {
    expect(staying([...states, holder], 4_999)).toEqual([1])
    expect(staying([...states, holder], 5_000)).toEqual([])
  })

  it('has all of the prompt before it where it stands in the first turn', () => {
    expect(staying([shorter('repeated'), holder], 1_499)).toEqual([0])
    expect(staying([shorter('repeated'), holder], 1_500)).toEqual([])
  })

  it('goes where the conversation has no branches', () => {
    expect(staying(states, 0, false)).toEqual([])
  })
})

describe('a read of a file that a later call has superseded', () => {
  const states = [lossless, shorter(), lossless, lossless, lossless, lossless]

  it('stays unless all is covered that a branch from before that call has with it', () => {
    expect(staying(states, 3_999, true, 1)).toEqual([1])
    expect(staying(states, 4_000, true, 1)).toEqual([])
  })

  it('goes where the conversation has no branches', () => {
    expect(staying(states, 0, false, 1)).toEqual([])
  })
})

it('asks of no text that cannot go whether it is superseded: to tell, every call is judged', () => {
  const pending: SegmentState = { ...lossless, decision: { kind: 'pending', asked: 0 } }
  const states = [lossless, shorter(), pending, { ...shorter(), representation: 'lossy' as const }, holder]
  const asked: number[] = []
  const isSuperseded = (index: number): boolean => {
    asked.push(index)
    return false
  }
  const chain = { branched: true, ends: endsOf(states.length) }
  const sent = { states, isSuperseded, layout: () => layoutOf(states.length) }
  const stays = tooDearToComeBack(chain, sent, 1, { price: 1, room: () => 0 })
  expect(states.map((_, index) => stays(index))).toEqual(states.map(() => false))
  expect([...new Set(asked)]).toEqual([1])
})
