// Records of conversations in memory: the same port as the adapter, proven by the same contract.

import { type ChainStore, recordMilliseconds, type StoredRecord } from '../../core/chain/store.ts'

const isExpired = ({ lastSentAt }: StoredRecord, now: number): boolean => lastSentAt + recordMilliseconds <= now

const raise = (records: Map<string, StoredRecord>, head: string, times: Omit<StoredRecord, 'state'>): void => {
  const before = records.get(head)
  const { lastSentAt, coldAt } = times
  if (before !== undefined && before.coldAt < coldAt) records.set(head, { ...before, lastSentAt, coldAt })
}

/** Several of them over one `records` are replicas of one store. */
export const memoryChains = (records: Map<string, StoredRecord> = new Map()): ChainStore => ({
  async find(heads, now) {
    for (const head of heads) {
      const record = records.get(head)
      if (record !== undefined && !isExpired(record, now)) return { head, ...record }
    }
    return undefined
  },
  async put(head, record) {
    const before = records.get(head)
    if (before === undefined || before.coldAt <= record.lastSentAt || isExpired(before, record.lastSentAt)) {
      records.set(head, record)
      return 'written'
    }
    raise(records, head, record)
    return 'kept'
  },
  async touch(head, times) {
    raise(records, head, times)
  },
})
