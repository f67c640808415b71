// Saves reads: what this environment has read or written last need not be read again, as long as that changes nothing. A record is
// written over only after a pause, and a use that is noted before that says again that it is warm.

import { boundedMap } from '../../collections/bounded-map.ts'
import { StoreUnreachable } from '../../runtime/store-unreachable.ts'
import { isJustSent } from '../held/cache-state.ts'
import { decodeState } from './codec.ts'
import type { ChainState } from './state.ts'
import type { ChainStore, FoundRecord, StoredRecord } from './store.ts'

export interface RememberedRecord extends FoundRecord {
  /** A copy, served because the store could not be asked: it may have been sent again since. */
  readonly unsure?: true
}

export interface RememberedChains extends Pick<ChainStore, 'put' | 'touch' | 'use' | 'note' | 'claim'> {
  /** What the store has under one key now. Throws `StoreUnreachable`. */
  look(key: string, now: number): Promise<FoundRecord | undefined>
  /**
   * As `ChainStore.find`. A copy of the first head's record that was sent just now is right and is served without a read; after a pause it
   * is read again. While the store cannot be asked, the first copy is served as it is. Heads are worked out as far as they are asked for.
   */
  find(heads: Iterable<string>, now: number): Promise<RememberedRecord | undefined>
  /** What a record says; a copy that is served again and again is decoded once. Throws when the bytes are no state. */
  stateOf(record: RememberedRecord): ChainState
  /** When the store last gave this environment no answer, in milliseconds since the epoch; 0: it always has. What was sent about then may have left no record. */
  failedAt(): number
  /** When this environment last sent a request of a conversation, in milliseconds since the epoch; 0: never, or it has forgotten. */
  sentAt(conversation: string): number
  /** A request of a conversation has gone out. */
  noteSent(conversation: string, at: number): void
}

/** What a record weighs beside its state, in bytes: about what its place in the map takes. */
const overhead = 400

/** What is decoded takes many times as much memory as its bytes: so many bytes of records are kept in that form. */
const maxDecodedBytes = 500_000

/** Of so many conversations it is kept when they were sent last. */
const mostSent = 2_000

/** Bytes of a record from which on it is decoded before anybody asks for it: many a short conversation does not go on. */
const worthDecoding = 1_500

/** What tells whether a record may be missing: when the store last gave no answer, and when each conversation was last sent from here. */
const witnessed = () => {
  const sent = boundedMap<number>(mostSent)
  let failedAt = 0
  const noting = async <Value>(answer: Promise<Value>, now: number): Promise<Value> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof StoreUnreachable) failedAt = Math.max(failedAt, now)
      throw error
    }
  }
  const seen = {
    failedAt: () => failedAt,
    sentAt: (conversation: string) => sent.get(conversation) ?? 0,
    noteSent: (conversation: string, at: number) => sent.set(conversation, at),
  }
  return { noting, seen }
}

/** A store with the memory of one environment. `maxBytes` bounds the copies together. */
export const rememberedChains = (store: ChainStore, maxBytes = 16_000_000): RememberedChains => {
  const copies = boundedMap<StoredRecord>(maxBytes, ({ state }) => state.byteLength + overhead)
  const decoded = boundedMap<{ readonly bytes: Uint8Array; readonly state: ChainState }>(
    Math.min(maxDecodedBytes, maxBytes),
    ({ bytes }) => bytes.byteLength + overhead,
  )
  const { noting, seen } = witnessed()
  // The bytes alone: what they are a part of may be much larger.
  const remember = (head: string, { state, ...times }: StoredRecord): FoundRecord => {
    const copy = { state: new Uint8Array(state), ...times }
    copies.set(head, copy)
    return { head, ...copy }
  }

  /** The first that has one: what an earlier turn has sent is most of what the next ones have. */
  const copyOf = (heads: Iterable<string>): FoundRecord | undefined => {
    for (const head of heads) {
      const copy = copies.get(head)
      if (copy !== undefined) return { head, ...copy }
    }
    return undefined
  }

  const stateOf = ({ head, state: bytes }: Pick<FoundRecord, 'head' | 'state'>): ChainState => {
    const known = decoded.get(head)
    if (known?.bytes === bytes) return known.state
    const state = decodeState(bytes)
    decoded.set(head, { bytes, state })
    return state
  }

  return {
    async find(heads, now) {
      const [head] = heads
      if (head === undefined) return undefined
      const copy = copies.get(head)
      if (copy !== undefined && isJustSent(copy, now)) {
        copies.set(head, copy)
        return { head, ...copy }
      }
      try {
        const found = await noting(store.find([...new Set(heads)], now), now)
        if (found === undefined) copies.delete(head)
        else if (found.leftBy === undefined) remember(found.head, found)
        return found
      } catch (error) {
        const known = error instanceof StoreUnreachable ? copyOf(heads) : undefined
        if (known === undefined) throw error
        return { ...known, unsure: true }
      }
    },

    stateOf,

    ...seen,

    look: (key, now) => noting(store.find([key], now), now),

    use: store.use,
    note: store.note,
    claim: store.claim,

    async put(head, record, over) {
      const outcome = await noting(store.put(head, record, over), record.lastSentAt)
      // Somebody else may have been first, with another state; and what is not written no other replica can read.
      if (outcome !== 'written' || record.leftBy !== undefined) {
        copies.delete(head)
        return outcome
      }
      const copy = remember(head, record)
      // Behind an answer: the next request would have to wait for it.
      if (copy.state.byteLength >= worthDecoding) stateOf(copy)
      return outcome
    },

    async touch(head, times) {
      await store.touch(head, times)
      // It may have been written over elsewhere: raised, the copy would be served for what stands there now.
      copies.delete(head)
    },
  }
}
