// One memory of an outage for all stores of a process: they are tables of one database. Callers that
// can do without a store do not wait for a deadline of their own right after another has waited in vain.

export interface OutageMemory {
  /** A store did not answer. `now` in milliseconds since the epoch. */
  notice(now: number): void
  /** Whether a store failed to answer a moment ago: callers that can do without it need not ask. */
  isFresh(now: number): boolean
}

const rememberedMilliseconds = 5_000
/** Requests ask by the moment at which they came. What was noticed longer after that was noticed by a clock that has been put back since. */
const longestMilliseconds = 60_000

export const outageMemory = (): OutageMemory => {
  let noticedAt = Number.NEGATIVE_INFINITY
  return {
    notice(now) {
      noticedAt = now
    },
    isFresh: (now) => now < noticedAt + rememberedMilliseconds && now >= noticedAt - longestMilliseconds,
  }
}
