// One memory of an outage for all stores of a process: they are tables of one database. Who has something to go by meanwhile does
// not wait for a deadline of its own, after another has just waited in vain.

export interface OutageMemory {
  /** A store did not answer. `now` in milliseconds since the epoch. */
  notice(now: number): void
  /** Whether one did not answer a moment ago: until then nobody needs to ask who can do without. */
  isFresh(now: number): boolean
}

const rememberedMilliseconds = 5_000
/** A request asks by the moment at which it came. What was noticed longer after that was noticed by a clock that was put back since. */
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
