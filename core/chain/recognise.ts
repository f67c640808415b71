// Finds what an earlier request of the same conversation left behind. In doubt there is nothing; whatever fails, the
// request goes on without it and says so.

import type { PriceRow } from '../ledger/prices.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { isCold, isStale, lifetimeAskedMs } from './cache-state.ts'
import { decodeState } from './codec.ts'
import { type Head, type Heads, headsOf } from './identity.ts'
import type { RememberedChains, RememberedRecord } from './remembered-chains.ts'
import type { ChainState } from './state.ts'

/** What an earlier request left. */
export interface KnownChain {
  readonly state: ChainState
  /** Under which it was found. */
  readonly head: Head
  /** The record's times must be refreshed. */
  readonly needsTouch: boolean
  /** The provider's cache cannot hold what was sent: any change is free. */
  readonly cold: boolean
  /** The provider has promised to keep what was sent for longer than this has been. */
  readonly surelyWarm: boolean
}

/** A conversation that carries its whole history, as this request shows it. */
export interface Chain {
  readonly heads: Heads
  /** What the provider caches, and at which prices. */
  readonly prices: PriceRow
  /** Milliseconds that this request makes the provider cache it for; 0: not at all. */
  readonly lifetimeAskedMs: number
  /** Absent: this is its first request, or nobody remembers it. */
  readonly known?: KnownChain
  /** There may be a record that could not be read. */
  readonly trouble?: 'chain-unavailable' | 'chain-unreadable'
}

export interface Recognition {
  readonly transcript: Transcript
  /** The account's chain secret, base64. */
  readonly secret: string
  /** Whose cache it is: a model's, at an upstream. */
  readonly cache: string
  readonly prices: PriceRow
  readonly chains: RememberedChains
  /** Milliseconds since the epoch. */
  readonly now: number
}

const knownFrom = (
  record: RememberedRecord,
  { heads, lifetimeAskedMs, prices }: Chain,
  { now }: Recognition,
): KnownChain => {
  const state = decodeState(record.state)
  const head = heads.earlier.find(({ digest }) => digest === record.head)
  if (head === undefined || head.segments !== state.segments.length)
    throw new Error('the record is not of this conversation')
  // What the other version of the lossless depth sent cannot be sent again.
  if (state.losslessVersion !== losslessVersion) throw new Error('the record names another lossless version')
  const cold = isCold(record, now) && record.unsure === undefined
  const surelyWarm =
    now - record.lastSentAt <= Math.min(state.lifetimeMs, prices.minLifetimeMs ?? Number.POSITIVE_INFINITY)
  return {
    state,
    head,
    cold,
    surelyWarm,
    needsTouch: isStale(record, Math.max(lifetimeAskedMs, state.lifetimeMs), now),
  }
}

/** `undefined` when the request shows no whole conversation. Rejects only with what `headsOf` throws. */
export const recognise = async (asked: Recognition): Promise<Chain | undefined> => {
  const { transcript, secret, cache, prices, chains, now } = asked
  const heads = headsOf(transcript, secret, cache)
  if (heads === undefined) return undefined
  const chain = {
    heads,
    prices,
    lifetimeAskedMs: lifetimeAskedMs(transcript.spelling.cacheAsked(transcript.tape), prices),
  }
  if (heads.earlier.length === 0) return chain

  let record: RememberedRecord | undefined
  try {
    record = await chains.find(
      heads.earlier.map(({ digest }) => digest),
      now,
    )
  } catch {
    return { ...chain, trouble: 'chain-unavailable' }
  }
  if (record === undefined) return chain
  try {
    const known = { known: knownFrom(record, chain, asked) }
    return record.unsure === undefined ? { ...chain, ...known } : { ...chain, ...known, trouble: 'chain-unavailable' }
  } catch {
    return { ...chain, trouble: 'chain-unreadable' }
  }
}
