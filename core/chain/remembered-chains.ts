// Saves reads: what this environment has read or written last need not be read again, as long as that changes nothing. Records
// never change but for the time they were last sent, which can only be later in the store than here.

import { boundedMap } from '../access/bounded-map.ts'
import { StoreUnreachable } from '../ports.ts'
import type { ChainStore, FoundRecord, StoredRecord } from './store.ts'

export interface RememberedRecord extends FoundRecord {
  /** A copy, served because the store could not be asked: it may have been sent again since. */
  readonly unsure?: true
}

export interface RememberedChains extends Pick<ChainStore, 'put' | 'touch'> {
  /**
   * As `ChainStore.find`. A copy of the first head's record that is warm is right and is served without a read; one that is
   * not is read again, and served as it is while the store cannot be asked. `isWarm` may throw: then the copy is not.
   */
  find(
    heads: readonly string[],
    now: number,
    isWarm: (record: StoredRecord) => boolean,
  ): Promise<RememberedRecord | undefined>
}

/** What a record weighs beside its state, in bytes: about what its place in the map takes. */
const overhead = 400

const holds = (isWarm: (record: StoredRecord) => boolean, copy: StoredRecord): boolean => {
  try {
    return isWarm(copy)
  } catch {
    return false
  }
}

/** A store with the memory of one environment. `maxBytes` bounds the copies together. */
export const rememberedChains = (store: ChainStore, maxBytes = 16_000_000): RememberedChains => {
  const copies = boundedMap<StoredRecord>(maxBytes, ({ state }) => state.byteLength + overhead)
  // The bytes alone: what they are a part of may be much larger.
  const remember = (head: string, { state, lastSentAt }: StoredRecord): void =>
    copies.set(head, { state: new Uint8Array(state), lastSentAt })

  return {
    async find(heads, now, isWarm) {
      const [head] = heads
      if (head === undefined) return undefined
      const copy = copies.get(head)
      if (copy !== undefined && holds(isWarm, copy)) {
        copies.set(head, copy)
        return { head, ...copy }
      }
      try {
        const found = await store.find(heads, now)
        if (found === undefined) copies.delete(head)
        else remember(found.head, found)
        return found
      } catch (error) {
        if (copy === undefined || !(error instanceof StoreUnreachable)) throw error
        return { head, ...copy, unsure: true }
      }
    },

    async put(head, record, coldBefore) {
      const outcome = await store.put(head, record, coldBefore)
      // Somebody else may have been first, with another state; and what is not written no other replica can read.
      if (outcome === 'written') remember(head, record)
      else copies.delete(head)
      return outcome
    },

    touch: (head, lastSentAt) => store.touch(head, lastSentAt),
  }
}
