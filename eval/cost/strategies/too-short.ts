// Where the least length that a provider caches rules out shortening: a prompt that would be cached as it came, and not when it is
// shorter, costs far less as it came.

import { cachePricesOf } from '../../../core/caches/rows.ts'
import { providers } from '../../../core/upstream/providers.ts'
import type { Setting } from '../requests.ts'
import type { Observed } from '../session-run.ts'

/** Requests of a session, by index. A session that shrinks below no length has two zeros. */
export interface TooShort {
  /** The first that is cached as it came. Before it nothing is cached, and every form is free. */
  readonly cachedFrom: number
  /** The first from which on each is cached in its shortest form, too. Those between travel whole. */
  readonly shortFrom: number
}

export const neverTooShort: TooShort = { cachedFrom: 0, shortFrom: 0 }

/** Whether a request travels whole. */
export const isHeld = ({ cachedFrom, shortFrom }: TooShort, request: number): boolean =>
  request >= cachedFrom && request < shortFrom

const tokensOf = ({ input: { read, written, writtenLong, uncached } }: Observed): number =>
  read + written + writtenLong + uncached

const orAll = (index: number, all: readonly unknown[]): number => (index < 0 ? all.length : index)

/** By what the session's requests have when they travel whole and in their shortest form. */
export const tooShortOf = (
  { provider, model }: Setting,
  whole: readonly Observed[],
  shortest: readonly Observed[],
): TooShort => {
  const { leastTokens } = cachePricesOf(providers[provider].prices, model, false)
  const cachedFrom = orAll(
    whole.findIndex((one) => tokensOf(one) >= leastTokens.from),
    whole,
  )
  const shortFrom = shortest.findLastIndex((one) => tokensOf(one) < leastTokens.from) + 1
  return { cachedFrom, shortFrom: Math.max(cachedFrom, shortFrom) }
}
