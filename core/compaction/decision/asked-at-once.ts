// New text that several requests bring at once: branches of a conversation, or a client that has not waited. It has to go in one form
// with all of them, or the provider takes in again what it holds in another. So one request asks about it, others wait for that,
// and what had no answer with the first has none with the others. Holds digests, never text.

import { boundedMap } from '../../collections/bounded-map.ts'
import { untilFired } from '../../runtime/until-fired.ts'

/** So long a text goes as it went with the first: by then that one's record says how, and its provider may have forgotten it. */
const togetherMs = 5 * 60_000
const maxTexts = 10_000

/** What a request may ask about. */
export interface Claimed {
  /** Keys of texts that have just gone without an answer, and of those that others still ask about when the signal fires. */
  readonly unanswered: ReadonlySet<string>
  /** Lets others ask; with the keys of those texts that had no answer here. */
  readonly release: (unanswered: readonly string[]) => void
}

export interface AskedAtOnce {
  /** Waits for those who ask about any of these texts now, by the keys of their decisions, until the signal fires. `now`: milliseconds since the epoch. */
  claim(keys: readonly string[], now: number, signal: AbortSignal): Promise<Claimed>
}

/** `isKnown`: nobody has to ask about it. `capacity`: so many texts without an answer are remembered. */
export const askedAtOnce = (isKnown: (key: string) => boolean, capacity = maxTexts): AskedAtOnce => {
  const asking = new Map<string, Promise<void>>()
  const goneAt = boundedMap<number>(capacity)

  return {
    async claim(keys, now, signal) {
      const busy = (): Promise<void> | undefined => asking.get(keys.find((key) => asking.has(key)) ?? '')
      // Who has waited may find that another one asks again.
      for (let other = busy(); other !== undefined && !signal.aborted; other = busy()) await untilFired(other, signal)
      const hasJustGone = (key: string): boolean => Math.abs(now - (goneAt.get(key) ?? Number.NaN)) < togetherMs
      const unanswered = new Set(keys.filter((key) => hasJustGone(key) || asking.has(key)))
      const asked = new Set(keys.filter((key) => !unanswered.has(key) && !isKnown(key)))
      let end = (): void => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      for (const key of asked) asking.set(key, ended)
      return {
        unanswered,
        release(left) {
          for (const key of asked) asking.delete(key)
          for (const key of left) if (asked.has(key)) goneAt.set(key, now)
          end()
        },
      }
    },
  }
}
