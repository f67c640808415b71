// Records of conversations in memory: the same port as the adapter, proven by the same contract.

import {
  type ChainStore,
  type ConversationUse,
  mostShortened,
  recordMilliseconds,
  type StoredRecord,
} from '../../core/chain/store.ts'

type Records = Map<string, StoredRecord>

const isExpired = ({ lastSentAt }: StoredRecord, now: number): boolean => lastSentAt + recordMilliseconds <= now

const raise = (records: Records, head: string, times: Omit<StoredRecord, 'state'>): void => {
  const before = records.get(head)
  const { lastSentAt, coldAt } = times
  if (before !== undefined && before.coldAt < coldAt) records.set(head, { ...before, lastSentAt, coldAt })
}

/** Beside the records, as they are: replicas of one store share both. */
const usesBeside = new WeakMap<Records, Map<string, ConversationUse>>()

const noteIn = (uses: Map<string, ConversationUse>, conversation: string, use: ConversationUse): void => {
  const before = uses.get(conversation) ?? { ...use, shortened: [] }
  const times = before.coldAt < use.coldAt ? use : before
  const added = before.shortened.length < mostShortened ? use.shortened.slice(0, mostShortened) : []
  uses.set(conversation, { ...times, shortened: [...new Set([...before.shortened, ...added])] })
}

/** Several of them over one `records` are replicas of one store. */
export const memoryChains = (records: Records = new Map()): ChainStore => {
  const uses = usesBeside.get(records) ?? new Map<string, ConversationUse>()
  usesBeside.set(records, uses)
  return {
    async find(heads, now) {
      for (const head of heads) {
        const record = records.get(head)
        if (record !== undefined && !isExpired(record, now)) return { head, ...record }
      }
      return undefined
    },
    async put(head, record, restingSince = Number.NEGATIVE_INFINITY) {
      const before = records.get(head)
      const isOver = before === undefined || before.coldAt <= record.lastSentAt || before.lastSentAt <= restingSince
      if (isOver || isExpired(before, record.lastSentAt)) {
        records.set(head, record)
        return 'written'
      }
      raise(records, head, record)
      return 'kept'
    },
    async touch(head, times) {
      raise(records, head, times)
    },
    async use(conversation) {
      return uses.get(conversation)
    },
    async note(conversation, use) {
      noteIn(uses, conversation, use)
    },
  }
}
