// Whether to shorten what the provider has cached. From the change on, the next request pays for writing instead of
// reading; every request after it reads less. Pure arithmetic in effective input tokens.

import type { InputPrices } from '../caches/rules.ts'

/** What a conversation has lasted says how long it lasts: it is expected to go on for half as many requests again, and for a few at least. */
const [leastHorizon, horizonShare] = [6, 0.5]

/** A move must pay within so many requests; `turns`: how many the conversation has had. */
export const horizonAfter = (turns: number): number => Math.max(leastHorizon, horizonShare * turns)
/** The share of its bill so far by which a conversation may ever be in debt: less than one in a hundred, for counts are not exact. */
export const maxDebtShare = 0.009

/** A segment that could go lossy. */
export interface Movable {
  /** Tokens that the next request has to write if this is the first to change, as they were sent. */
  readonly tokensRewritten: number
  /** Tokens that its lossy form saves against the one that was sent. */
  readonly tokensGained: number
}

/** What the conversation has cost so far, and saved net of what our changes cost. */
export interface Balance {
  readonly paidEffectiveTokens: number
  readonly savedEffectiveTokens: number
}

/** Of what is chosen before the request is known that pays for it: how much it may risk is judged there. */
export const unknownBalance: Balance = { paidEffectiveTokens: Number.POSITIVE_INFINITY, savedEffectiveTokens: 0 }

/** How unluckily a read ends within a step: as luckily as often, so half of the worst is reckoned. */
const stepLoss = 0.5

/**
 * How many of the movable segments, in the order of the conversation, stay as they are: what follows moves with the next
 * request. All of them, when no move pays. Should the conversation end with that request, the loss is covered by what it has
 * saved, or is a small share of its bill: so no conversation ends above the direct one by more than `maxDebtShare`.
 */
export const bestMove = (
  movable: readonly Movable[],
  { read, write, stepTokens = 0 }: Pick<InputPrices, 'read' | 'write'> & { readonly stepTokens?: number },
  { paidEffectiveTokens: paid, savedEffectiveTokens: saved }: Balance,
  turns: number,
): number => {
  const horizon = horizonAfter(turns)
  let best = { from: movable.length, net: 0 }
  let tokens = 0
  for (let from = movable.length - 1; from >= 0; from -= 1) {
    const segment = movable[from]
    if (segment === undefined) break
    tokens += segment.tokensGained
    const rewrite = (write - read) * Math.max(0, segment.tokensRewritten - tokens)
    const gain = read * tokens
    const loss = rewrite - gain + stepLoss * (1 - read) * stepTokens
    const net = horizon * gain - rewrite
    if (loss <= saved + maxDebtShare * paid && net > best.net) best = { from, net }
  }
  return best.from
}
