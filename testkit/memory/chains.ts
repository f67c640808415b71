// Records of conversations in memory: the same port as the adapter, proven by the same contract.

import {
  alikeMs,
  type ChainStore,
  type ConversationUse,
  mostShortened,
  type RecordTimes,
  recordMilliseconds,
  type StoredRecord,
} from '../../core/chain/record/store.ts'

type Records = Map<string, StoredRecord>

const isExpired = ({ lastSentAt }: StoredRecord, now: number): boolean => lastSentAt + recordMilliseconds <= now

const raise = (records: Records, head: string, times: RecordTimes): void => {
  const before = records.get(head)
  const { lastSentAt, coldAt } = times
  if (before !== undefined && before.coldAt < coldAt) records.set(head, { ...before, lastSentAt, coldAt })
}

interface Beside {
  readonly uses: Map<string, ConversationUse>
  readonly claimed: Map<string, { readonly risk: number; readonly by?: string; readonly at?: number }>
}

/** Beside the records, as they are: replicas of one store share all of it. */
const besides = new WeakMap<Records, Beside>()

const noteIn = (uses: Map<string, ConversationUse>, conversation: string, use: ConversationUse): void => {
  const before = uses.get(conversation) ?? { ...use, shortened: [] }
  const times = before.coldAt < use.coldAt ? use : before
  const added = before.shortened.length < mostShortened ? use.shortened.slice(0, mostShortened) : []
  uses.set(conversation, { ...times, shortened: [...new Set([...before.shortened, ...added])] })
}

/** Several of them over one `records` are replicas of one store. */
export const memoryChains = (records: Records = new Map()): ChainStore => {
  const beside = besides.get(records) ?? { uses: new Map(), claimed: new Map() }
  besides.set(records, beside)
  const { uses, claimed } = beside
  return {
    async find(heads, now) {
      for (const head of heads) {
        const record = records.get(head)
        if (record !== undefined && !isExpired(record, now)) return { head, ...record }
      }
      return undefined
    },
    async put(head, record, { restingSince = Number.NEGATIVE_INFINITY, leftBy } = {}) {
      const before = records.get(head)
      const isOver = before === undefined || before.coldAt <= record.lastSentAt || before.lastSentAt <= restingSince
      const isOwn = leftBy !== undefined && before?.leftBy === leftBy
      if (isOver || isOwn || isExpired(before, record.lastSentAt)) {
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
    async claim(conversation, { risk, room, by }, now) {
      const { risk: before = 0, by: last, at = 0 } = claimed.get(conversation) ?? {}
      if (last === by && at >= now - alikeMs) return true
      if (before > room) return false
      claimed.set(conversation, { risk: before + risk, by, at: now })
      return true
    },
  }
}
