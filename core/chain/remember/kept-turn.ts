// What is noted of a request whose history its provider keeps: that its turn went so, and when. A later request of the same
// conversation may bring all of it, and no record tells of what went in between.

import { cachingAskedOf, messageBlocksOf } from '../../caches/asked.ts'
import type { PriceRow } from '../../caches/rules.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { coldAtOf } from '../held/cache-state.ts'
import { turnAloneKeys } from '../identity/turn-alone.ts'
import type { StoredRecord } from '../record/store.ts'

export interface KeptTurn {
  readonly key: string
  /** The longest that the provider may keep any of it cached, in milliseconds. */
  readonly lifetimeMs: number
}

interface Asked {
  readonly transcript: Transcript
  /** The account's chain secret, base64. */
  readonly secret: string
  /** Whose cache it is: a model's, at an upstream. */
  readonly cache: string
  readonly prices: PriceRow
}

/** `undefined`: it brings all of its conversation or has no turn of the client, no later one brings all, or nothing is cached. Throws for a secret that is not one of 32 bytes. */
export const keptTurnOf = ({ transcript, secret, cache, prices }: Asked): KeptTurn | undefined => {
  if (transcript.whole || transcript.spelling.namesAnswers !== true) return undefined
  const end = transcript.messages.findLastIndex(({ side }) => side === 'client') + 1
  const { lifetimeMs } = cachingAskedOf(transcript, messageBlocksOf(transcript), prices)
  return end === 0 || lifetimeMs === 0 ? undefined : { key: turnAloneKeys(transcript, secret, cache)(end), lifetimeMs }
}

/** As it is stored: that there is one says all, besides its times. `sentAt`: milliseconds since the epoch. */
export const keptTurnRecord = ({ lifetimeMs }: KeptTurn, sentAt: number): StoredRecord => ({
  state: Uint8Array.of(1),
  lastSentAt: sentAt,
  coldAt: coldAtOf(sentAt, lifetimeMs),
})
