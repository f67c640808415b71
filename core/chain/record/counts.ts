// What a provider has counted of the requests of a conversation, by the turns at whose ends they ended.

import type { PriceRow } from '../../caches/rules.ts'

/** A request of the conversation as the provider has counted it. */
export interface Count {
  /** Up to whose end it went. */
  readonly turn: number
  /** Of its body as it was forwarded. */
  readonly characters: number
  readonly tokens: number
}

/** So many are remembered: those that are nearest to the least length that is cached, and the last ones. */
const [mostNear, mostLast] = [16, 4]

/** The counts of a conversation after one request more. */
export const countsAfter = (
  before: readonly Count[],
  own: Count,
  { leastTokens }: Pick<PriceRow, 'leastTokens'>,
): readonly Count[] => {
  const distance = ({ tokens }: Count): number => Math.abs(tokens - leastTokens.to)
  const all = [...before.filter(({ turn }) => turn < own.turn), own]
  const near = all
    .slice(0, -mostLast)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, mostNear)
  return [...near.toSorted((one, other) => one.turn - other.turn), ...all.slice(-mostLast)]
}

/** Tokens between the ends of two turns, if a request was counted at each of them. */
export const tokensBetween = (counts: readonly Count[], from: number, to: number): number | undefined => {
  const [before, behind] = [from, to].map((turn) => counts.find((count) => count.turn === turn)?.tokens)
  return before === undefined || behind === undefined ? undefined : Math.max(0, behind - before)
}
