// Whether to shorten what the provider has cached. From the change on, the next request pays for writing instead of
// reading; every request after it reads less. Pure arithmetic in effective input tokens.

import type { InputPrices } from '../../caches/rules.ts'

/** A move must pay within so many requests. */
export const horizonRequests = 6
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

/** A read may end anywhere within a step: half of the worst is reckoned. */
const stepLoss = 0.5

type MovePrices = Pick<InputPrices, 'read' | 'write'> & {
  readonly stepTokens?: number
  /** What the request before this one sent, by the provider's own count; 0: nobody has counted. */
  readonly tokensBefore?: number
}

/**
 * Tokens that the reads may end earlier for a move, beside what it rewrites. Of the next one the worst is known: a step, without what stood behind the
 * last whole one and would not have been read anyway. Those behind it end anywhere.
 */
const tokensUnread = ({ stepTokens = 0, tokensBefore = 0 }: MovePrices): number => {
  const half = stepLoss * stepTokens
  return stepTokens === 0 || tokensBefore === 0 ? half : Math.max(half, stepTokens - (tokensBefore % stepTokens))
}

/** What a conversation may lose, in effective tokens: what it has saved, or a small share of its bill. */
export const roomOf = ({ paidEffectiveTokens, savedEffectiveTokens }: Balance): number =>
  savedEffectiveTokens + maxDebtShare * paidEffectiveTokens

interface Outcome {
  /** Should the conversation end with the request that pays, and after as many as the horizon has. In effective tokens. */
  readonly loss: number
  readonly net: number
}

/** Of a move that gains so many tokens with every request, and whose first segment rewrites so many. */
const outcomeOf = (
  tokensGained: number,
  { tokensRewritten }: Pick<Movable, 'tokensRewritten'>,
  prices: MovePrices,
): Outcome => {
  const { read, write } = prices
  const rewrite = (write - read) * Math.max(0, tokensRewritten - tokensGained)
  const gain = read * tokensGained
  return { loss: rewrite - gain + (1 - read) * tokensUnread(prices), net: horizonRequests * gain - rewrite }
}

/** Of what was saved so much may be due to where reads have ended within their steps, and is lost when they end elsewhere; in effective tokens. */
const inDoubtOf = ({ savedEffectiveTokens }: Balance, { read, stepTokens = 0 }: MovePrices): number =>
  Math.min(Math.max(0, savedEffectiveTokens), (1 - read) * stepTokens)

/** What a conversation loses at most that moves all of these, in effective tokens; nothing where none moves. */
export const lossOf = (moving: readonly Movable[], prices: MovePrices): number => {
  const [first] = moving
  if (first === undefined) return 0
  const tokens = moving.reduce((sum, { tokensGained }) => sum + tokensGained, 0)
  return Math.max(0, outcomeOf(tokens, first, prices).loss)
}

/**
 * How many of the movable segments, in the order of the conversation, stay as they are: what follows moves with the next
 * request. All of them, when no move pays. Should the conversation end with that request, the loss is covered by what it has
 * saved, or is a small share of its bill: so no conversation ends above the direct one by more than `maxDebtShare`.
 */
export const bestMove = (movable: readonly Movable[], prices: MovePrices, balance: Balance): number => {
  let best = { from: movable.length, net: 0 }
  let tokens = 0
  for (let from = movable.length - 1; from >= 0; from -= 1) {
    const segment = movable[from]
    if (segment === undefined) break
    tokens += segment.tokensGained
    const { loss, net } = outcomeOf(tokens, segment, prices)
    if (loss <= roomOf(balance) - inDoubtOf(balance, prices) && net > best.net) best = { from, net }
  }
  return best.from
}
