// What conversations have left in a store, without what is kept there beside their records.

import { decodeState } from '../../../core/chain/record/codec.ts'
import type { ChainState } from '../../../core/chain/record/state.ts'
import type { StoredRecord } from '../../../core/chain/record/store.ts'

/** Of conversations alone, by head: no digest has a dot, and all other keys have one. */
const conversationsIn = (records: ReadonlyMap<string, StoredRecord>): [head: string, record: StoredRecord][] =>
  [...records].filter(([head]) => !head.includes('.'))

export const statesIn = (records: ReadonlyMap<string, StoredRecord>): ChainState[] =>
  conversationsIn(records).map(([, { state }]) => decodeState(state))
