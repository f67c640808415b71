import { expect, it } from 'vitest'
import type { SegmentState } from '../../../core/chain/state.ts'
import { heldDecisions } from '../../../core/compaction/held-decisions.ts'
import { noSavings } from '../../../core/compaction/savings.ts'

it('decisions that were held are what they were', () => {
  const segments: SegmentState[] = [
    { decision: { kind: 'pending', asked: 2 }, representation: 'lossless', holds: true },
    { decision: { kind: 'abstained' }, representation: 'lossless', tokens: 7 },
    {
      decision: {
        kind: 'shorter',
        because: 'aged',
        kept: [
          [0, 3],
          [3, 9],
          [40, 4_000_000],
        ],
        tokensSaved: 12,
      },
      representation: 'scheduled',
      losslessTokensSaved: 2,
    },
    {
      decision: { kind: 'shorter', kept: [], tokensSaved: 5 },
      representation: 'lossy',
      mild: { kept: [[1, 2]], tokensSaved: 1 },
    },
    { decision: { kind: 'abstained' }, representation: 'lossless', mild: { kept: [[5, 6]], tokensSaved: 3 } },
  ]
  const decisions = { segments, savings: noSavings, engineVersion: 'adeline-1.2.0' }

  const held = heldDecisions(decisions)

  expect(held()).toEqual(decisions)
  expect(held()).toEqual(decisions)
})
