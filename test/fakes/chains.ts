// Records of conversations in memory: the same port as the adapter, proven by the same contract.

import { type ChainStore, recordMilliseconds, type StoredRecord } from '../../core/chain/store.ts'

/** Several of them over one `records` are replicas of one store. */
export const memoryChains = (records: Map<string, StoredRecord> = new Map()): ChainStore => ({
  async find(heads, now) {
    for (const head of heads) {
      const record = records.get(head)
      if (record !== undefined && record.lastSentAt + recordMilliseconds > now) return { head, ...record }
    }
    return undefined
  },
  async put(head, record, coldBefore = 0) {
    const before = records.get(head)
    if (before === undefined || before.lastSentAt <= Math.max(coldBefore, record.lastSentAt - recordMilliseconds)) {
      records.set(head, record)
      return 'written'
    }
    records.set(head, { ...before, lastSentAt: Math.max(before.lastSentAt, record.lastSentAt) })
    return 'kept'
  },
  async touch(head, lastSentAt) {
    const before = records.get(head)
    if (before !== undefined) records.set(head, { ...before, lastSentAt: Math.max(before.lastSentAt, lastSentAt) })
  },
})
