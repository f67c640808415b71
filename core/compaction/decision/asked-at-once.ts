// New text that several requests bring at once: branches of a conversation, or a client that has not waited. It has to go in one form
// with all of them, or the provider takes in again what it holds in another. So one request asks about it, others wait for that,
// and what had no answer with the first has none with the others. Holds digests, never text.

import { boundedMap } from '../../collections/bounded-map.ts'

/** So long a text goes as it went with the first: by then that one's record says how, and its provider may have forgotten it. */
const togetherMs = 5 * 60_000
const maxTexts = 10_000

/** What a request may ask about. */
export interface Claimed {
  /** Keys of texts that have just gone without an answer. */
  readonly unanswered: ReadonlySet<string>
  /** Lets others ask; with the keys of those texts that had no answer here. */
  readonly release: (unanswered: readonly string[]) => void
}

export interface AskedAtOnce {
  /** Waits for those who ask about any of these texts now, by the keys of their decisions. `now`: milliseconds since the epoch. */
  claim(keys: readonly string[], now: number): Promise<Claimed>
}

/** `capacity`: so many texts without an answer are remembered. */
export const askedAtOnce = (capacity = maxTexts): AskedAtOnce => {
  const asking = new Map<string, Promise<void>>()
  const goneAt = boundedMap<number>(capacity)
  const hasJustGone = (key: string, now: number): boolean => {
    const at = goneAt.get(key)
    return at !== undefined && Math.abs(now - at) < togetherMs
  }

  return {
    async claim(keys, now) {
      // Whoever has waited may find that another one asks again.
      for (
        let busy = keys.find((key) => asking.has(key));
        busy !== undefined;
        busy = keys.find((key) => asking.has(key))
      )
        await asking.get(busy)
      const asked = keys.filter((key) => !hasJustGone(key, now))
      let end = (): void => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      for (const key of asked) asking.set(key, ended)
      return {
        unanswered: new Set(keys.filter((key) => hasJustGone(key, now))),
        release(unanswered) {
          for (const key of asked) asking.delete(key)
          for (const key of unanswered) if (!hasJustGone(key, now)) goneAt.set(key, now)
          end()
        },
      }
    },
  }
}
