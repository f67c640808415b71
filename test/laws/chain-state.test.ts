// The invariants of a chain's state (core/chain/record/state.ts), over made-up conversations.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decision, type SegmentState, unasked } from '../../core/chain/record/state.ts'
import { defined } from '../../core/collections/defined.ts'
import { moved } from '../../core/compaction/representation/forwarded-segment.ts'
import type { PinReason, Segment } from '../../core/transcript/may-be-shortened.ts'
import { statesIn } from '../core/chain/records.ts'
import { eventOf } from './chain-events.ts'
import { live } from './played-chain.ts'

const modes = fc.constantFrom(
  { mode: 'repeated', compressor: 'adeline-1' } as const,
  { mode: 'arrival', compressor: 'adeline-1' } as const,
)
/** One conversation without forks, so that each record continues the one before it. */
const oneConversation = fc
  .array(eventOf(['go-on'], ['none', 'compressor-dead', 'restart']), { minLength: 3, maxLength: 14 })
  .map((events) => events.map((event) => ({ ...event, which: 0 })))
const check = { numRuns: Number(process.env.LIVES ?? 60) }

/** Calls `look` with every segment of every record and the same segment in the next record. */
const overSuccessions = (look: (before: SegmentState, after: SegmentState) => void) =>
  fc.asyncProperty(oneConversation, modes, async (events, policy) => {
    const { records } = await live(events, policy)
    const states = statesIn(records)
    expect(states.length).toBe(events.length)
    for (const [index, { segments }] of states.entries()) {
      expect(segments.length).toBe(index + 1)
      const next = states[index + 1]?.segments ?? []
      for (const [position, after] of next.entries()) look(segments[position] ?? unasked, after)
    }
  })

/** The representation of a segment that is to move. */
const movedTo = (segment: Segment, decision: Decision): string =>
  moved({ segment, state: { decision, representation: 'lossless' }, moved: false }).state.representation

describe('the state of a chain', { timeout: 120_000 }, () => {
  it('keeps every decision that the engine has made, unless the lossless depth turns out to save as much', async () => {
    await fc.assert(
      overSuccessions((before, after) => {
        if (before.decision.kind === 'pending') return
        if (after.decision.kind === 'abstained' && before.decision.kind === 'shorter') {
          expect(before.representation).toBe('lossless')
          expect(after.losslessTokensSaved).toBeGreaterThanOrEqual(before.decision.tokensSaved)
        } else expect(after.decision).toEqual(before.decision)
      }),
      check,
    )
  })

  it('moves a representation from lossless over scheduled to lossy; only what is held back is lossless again', async () => {
    await fc.assert(
      overSuccessions((before, after) => {
        if (before.representation === 'lossy') expect(after.representation).toBe('lossy')
      }),
      check,
    )
  })

  it('schedules and shortens only what the engine makes shorter', async () => {
    await fc.assert(
      overSuccessions((_before, { representation, decision }) => {
        if (representation !== 'lossless') expect(decision.kind).toBe('shorter')
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
