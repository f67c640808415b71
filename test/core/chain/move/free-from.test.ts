// From where on a change costs nothing: behind the last end that may be read.

import { describe, expect, it } from 'vitest'
import type { Chain, KnownChain } from '../../../../core/chain/chain.ts'
import { noEvidence } from '../../../../core/chain/held/evidence.ts'
import type { Recorded } from '../../../../core/chain/move/balance-now.ts'
import { freeFromOf } from '../../../../core/chain/move/free-from.ts'

const now = 1_000_000
const [own, last, before] = [3, 2, 1].map((turn) => ({ turn }))

/** Three turns of one message and one text each, with an answer behind each of the first two; every message is a block. */
const chain = {
  now,
  heads: { own, earlier: [last, before], frame: '' },
  blocks: [4, 3, 2, 1, 0].map((blocksBehind) => ({ blocks: 1, blocksBehind })),
  ends: [
    { turn: 3, blocksBehind: 0 },
    { turn: 2, blocksBehind: 2 },
    { turn: 1, blocksBehind: 4 },
  ],
  asked: { surelyEnds: 'anywhere', markers: [] },
} as unknown as Chain
const recorded = { messages: [0, 2, 4] } as unknown as Recorded

/** A record that knows of the first turn's end alone. */
const known = (head: object | undefined, changed = false): KnownChain =>
  ({
    ...{ head, changed, unsure: false, inUse: false, cold: false, forgotten: false, pauseMs: 1_000, restMs: 1_000 },
    state: {
      ...{ evidence: noEvidence, frame: '', sentAt: now - 1_000 },
      cachedEnds: [{ turn: 1, surelyUntil: 0, possiblyUntil: now + 60_000, asSent: true, longEnough: true }],
    },
  }) as unknown as KnownChain

describe('a change is free', () => {
  it('behind the last end that may be read', () => {
    expect(freeFromOf(chain, known(last), recorded)).toBe(1)
  })

  it('but not in what the last turn may have sent, where the record is that of an older one', () => {
    expect(freeFromOf(chain, known(before), recorded)).toBe(2)
  })

  it('behind a change of history as the record says: the turn after it has found the same one', () => {
    expect(freeFromOf(chain, known(before, true), recorded)).toBe(1)
  })
})
