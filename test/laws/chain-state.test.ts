// The invariants of a chain's state (core/chain/record/state.ts), over made-up conversations.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decision, type SegmentState, unasked } from '../../core/chain/record/state.ts'
import { defined } from '../../core/collections/defined.ts'
import { moved } from '../../core/compaction/representation/forwarded-segment.ts'
import type { PinReason, Segment } from '../../core/transcript/may-be-shortened.ts'
import { statesIn } from '../core/chain/records.ts'
import { eventOf } from './chain-events.ts'
import { type Life, live } from './played-chain.ts'

const modes = fc.constantFrom(
  { mode: 'repeated', compressor: 'adeline-1' } as const,
  { mode: 'arrival', compressor: 'adeline-1' } as const,
)
/** One conversation without forks, so that each record continues the one before it. */
const oneConversation = fc
  .array(eventOf(['go-on'], ['none', 'compressor-dead', 'restart']), { minLength: 3, maxLength: 14 })
  .map((events) => events.map((event) => ({ ...event, which: 0 })))
const check = { numRuns: Number(process.env.LIVES ?? 80) }

/** What holds of every segment of every record and of the same segment in the next record. */
const laws: Readonly<Record<string, (before: SegmentState, after: SegmentState) => void>> = {
  'every decision that the engine has made stays, unless the lossless depth turns out to save as much': (
    before,
    after,
  ) => {
    if (before.decision.kind === 'pending') return
    if (after.decision.kind === 'abstained' && before.decision.kind === 'shorter') {
      expect(before.representation).toBe('lossless')
      expect(after.losslessTokensSaved).toBeGreaterThanOrEqual(before.decision.tokensSaved)
    } else expect(after.decision).toEqual(before.decision)
  },
  'a representation moves from lossless over scheduled to lossy; only what is held back is lossless again': (
    before,
    after,
  ) => {
    if (before.representation === 'lossy') expect(after.representation).toBe('lossy')
  },
  'only what the engine makes shorter is scheduled and shortened': (_before, { representation, decision }) => {
    if (representation !== 'lossless') expect(decision.kind).toBe('shorter')
  },
}

/** Expects every law of the records of one life, and says which one does not hold. */
const expectLaws = (records: Life['records'], events: number): void => {
  const states = statesIn(records)
  expect(states.length).toBe(events)
  for (const [index, { segments }] of states.entries()) {
    expect(segments.length).toBe(index + 1)
    const next = states[index + 1]?.segments ?? []
    for (const [position, after] of next.entries())
      for (const [law, look] of Object.entries(laws))
        try {
          look(segments[position] ?? unasked, after)
        } catch (cause) {
          throw new Error(law, { cause })
        }
  }
}

/** The representation of a segment that is to move. */
const movedTo = (segment: Segment, decision: Decision): string =>
  moved({ segment, state: { decision, representation: 'lossless' }, moved: false }).state.representation

describe('the state of a chain', { timeout: 120_000 }, () => {
  // The lives cost far more than the laws, so each of them answers to all.
  it('keeps its laws from each request to the next', async () => {
    await fc.assert(
      fc.asyncProperty(oneConversation, modes, async (events, policy) => {
        expectLaws((await live(events, policy)).records, events.length)
      }),
      check,
    )
  })

  it.each([
    ['error-result', false, 'lossless'],
    ['unknown-shape', false, 'lossless'],
    ['unknown-call', false, 'lossless'],
    ['file-read', false, 'lossless'],
    ['file-read', true, 'lossy'],
    [undefined, false, 'lossy'],
  ] as [PinReason | undefined, boolean, string][])(
    'forwards a segment that is pinned as %s, superseded: %s, as %s',
    (pin, old, goes) => {
      const segment: Segment = {
        node: 1,
        message: 0,
        text: 'a text',
        ...defined({ pinned: pin }),
        ...(old ? { superseded: true } : {}),
      }
      const decision = { kind: 'shorter', kept: [[0, 1]], tokensSaved: 1 } as const
      expect(movedTo(segment, decision)).toBe(goes)
    },
  )

  it.each([
    ['file-read', 'aged', 'lossy'],
    ['user-text', 'aged', 'lossless'],
    ['server-run', 'aged', 'lossless'],
    ['user-text', 'repeated', 'lossy'],
    [undefined, 'aged', 'lossy'],
  ] as const)('forwards a segment that is pinned as %s, shorter because it is %s, as %s', (pin, because, goes) => {
    const segment: Segment = { node: 1, message: 0, text: 'a text', ...defined({ pinned: pin }) }
    const decision = { kind: 'shorter', kept: [[0, 1]], tokensSaved: 1, because } as const
    expect(movedTo(segment, decision)).toBe(goes)
  })
})
