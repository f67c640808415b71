// What the memory of conversations promises, over made-up conversations.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { margin } from '../../core/caches/rules.ts'
import { maxDebtShare } from '../../core/chain/move/warm-move.ts'

import { statesIn } from '../core/chain/records.ts'
import { type Event, eventOf, faults, firstMessage, opening } from './chain-events.ts'
import { type Life, live, type Played } from './played-chain.ts'

const warmMilliseconds = 5 * 60_000
const repeated = { mode: 'repeated', compressor: 'adeline-1' } as const
const arrival = { mode: 'arrival', compressor: 'adeline-1' } as const
const modes = fc.constantFrom(repeated, arrival)

const lives = (acts: readonly Event['act'][], wrong: readonly Event['fault'][], maxLength = 14) =>
  fc.array(eventOf(acts, wrong), { minLength: 2, maxLength })
const anyAct = ['go-on', 'go-on', 'go-on', 'fork', 'retry', 'edit', 'race'] as const

const withoutEnd = (body: string): string => body.slice(0, -2)
const keepsPrefix = (before: Played, after: Played): boolean => after.forwarded.startsWith(withoutEnd(before.forwarded))

const isWarm = (before: Played, after: Played): boolean => after.at - before.at <= warmMilliseconds
/** Clocks are not exact: what has just been forgotten may be held. */
const mayBeWarm = (before: Played, after: Played): boolean => after.at - before.at <= margin * warmMilliseconds

/**
 * The previous request of the same conversation: the last one with the same turns, or with all but the last turn. Where as much or more of it was
 * sent in another form that may be cached as well, either may go on.
 */
const parentOf = (one: Played, played: readonly Played[]): Played | undefined => {
  const before = played
    .slice(0, played.indexOf(one))
    .filter(({ turns }) => turns.length > 0 && one.body.startsWith(withoutEnd(bodyPrefix(turns, one))))
  const last = before.at(-1)
  const cached = before.filter((other) => other.turns.length >= (last?.turns.length ?? 0) && mayBeWarm(other, one))
  return cached.findLast((other) => keepsPrefix(other, one)) ?? last
}

/** The body of these turns if this request begins with them; otherwise a text that no body begins with. */
const bodyPrefix = (turns: Played['turns'], one: Played): string =>
  one.turns.length - turns.length <= 1 && turns.every((turn, index) => turn === one.turns[index])
    ? `${opening}${[firstMessage, ...turns.flat()].join(',')}]}`
    : '\u0000\u0000\u0000'

const warmPairs = ({ played }: Life): [before: Played, after: Played][] =>
  played.flatMap((after) => {
    const before = parentOf(after, played)
    return before !== undefined && isWarm(before, after) ? [[before, after]] : []
  })

const rewritten = ({ receipt }: Played): number => receipt?.cacheRewriteTokens ?? 0
/** Every word of a tool result, and the fixed words of the bodies. The end of a digest may look like a word. */
const words = /(?<![\w-])w\d+x\d+[" ]|lookup|tool_|claude/

/** Other lives in each run; `SEED=7` plays those of a run again that has failed, `LIVES=20000` more of them. */
const check = {
  numRuns: Number(process.env.LIVES ?? 120),
  ...(process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) }),
}

describe('a conversation', { timeout: Math.max(120_000, 500 * check.numRuns) }, () => {
  it('is forwarded as the same bytes by every replica that reads the same records, which contain none of its text', async () => {
    let recorded = 0
    await fc.assert(
      fc.asyncProperty(lives(anyAct, ['restart', 'crash', 'put-fails']), modes, async (events, policy) => {
        const { played, records } = await live(events, policy, true)
        for (const { elsewhere, forwarded } of played) expect(elsewhere).toBe(forwarded)
        expect(played[0]?.body).toMatch(words)
        statesIn(records)
        recorded += records.size
        for (const [head, { state }] of records)
          expect(`${head}${Buffer.from(state).toString('latin1')}`).not.toMatch(words)
      }),
      check,
    )
    expect(recorded).toBeGreaterThan(check.numRuns)
  })

  it('keeps its cached prefix, except for moves that were chosen and are counted', async () => {
    await fc.assert(
      fc.asyncProperty(lives(anyAct, ['restart', 'compressor-dead']), async (events) => {
        for (const [before, after] of warmPairs(await live(events, repeated)))
          expect(keepsPrefix(before, after) ? 0 : 1).toBe(rewritten(after) > 0 ? 1 : 0)
      }),
      check,
    )
  })

  it('pays for a fault with at most one rewrite, and the receipts count it', async () => {
    await fc.assert(
      fc.asyncProperty(lives(anyAct, faults), async (events) => {
        const life = await live(events, repeated)
        const changed = warmPairs(life).filter(([before, after]) => !keepsPrefix(before, after))
        const moves = changed.filter(([, { receipt }]) => receipt?.reason === undefined && receipt !== undefined)
        const broken = events.filter(({ fault }) => !['none', 'compressor-dead', 'restart'].includes(fault)).length
        // Both requests of a race have the same fault.
        const hit = new Set(changed.filter((pair) => !moves.includes(pair)).map(([, { event }]) => event))
        expect(hit.size).toBeLessThanOrEqual(broken)
        for (const [before, after] of changed) {
          // A killed environment leaves no receipt.
          if (after.receipt === undefined || before.receipt === undefined) continue
          if (before.receipt.reason === 'chain-unavailable' || before.recordLost) continue
          // Without its record a request cannot tell that it is sent for the second time: its last turn counts as new.
          if (after.receipt.reason === 'chain-unavailable' && after.turns.length === before.turns.length) continue
          // Another has paid for the form that this one reads: as much as the one before had sent, and more.
          const sent = before.receipt.usage?.inputTokens ?? Number.POSITIVE_INFINITY
          if ((after.receipt.usage?.cacheReadTokens ?? 0) >= sent) continue
          expect(rewritten(after)).toBeGreaterThan(0)
        }
      }),
      check,
    )
  })

  it('never costs more than the bound that the plan states, and has its costs and savings in its receipts', async () => {
    let saved = 0
    await fc.assert(
      fc.asyncProperty(lives(['go-on'], ['restart'], 40), modes, async (events, policy) => {
        const { played, ours, direct } = await live(
          events.map((event) => ({ ...event, which: 0 })),
          policy,
        )
        saved += direct - ours
        expect(ours).toBeLessThanOrEqual(direct * (1 + maxDebtShare))
        const sum = (of: (receipt: NonNullable<Played['receipt']>) => number | undefined): number =>
          played.reduce((total, { receipt }) => total + (receipt === undefined ? 0 : (of(receipt) ?? 0)), 0)
        expect(sum((receipt) => receipt.effectiveTokensAfter)).toBeCloseTo(ours, 0)
        expect(Math.abs(sum((receipt) => receipt.effectiveTokensBefore) - direct)).toBeLessThan(0.05 * direct)
      }),
      check,
    )
    expect(saved).toBeGreaterThan(0)
  })
})
