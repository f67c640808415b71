// What is told of a session beside its sums. Order does not matter: the facts of many receipts are the same in any order.

import { defined } from '../collections/defined.ts'
import type { Receipt } from '../ledger/receipt.ts'
import { modelLabel } from './parts.ts'

export interface SessionFacts {
  readonly sessionId: string
  readonly accountId: string
  /** ISO 8601: the first and the last request. */
  readonly startedAt: string
  readonly lastAt: string
  /** The agent that named the session: see `Receipt.client`. */
  readonly client?: string
  /** Eight at most. */
  readonly models: readonly string[]
  /** The session has more models than are named. */
  readonly hasMoreModels?: true
  /** Eight at most. */
  readonly keyIds: readonly string[]
}

const maxNames = 8

const smaller = (one: string, other: string): string => (one < other ? one : other)
const larger = (one: string, other: string): string => (one < other ? other : one)
// The first eight in the order of the alphabet: the first eight seen would depend on who came first.
const allNames = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])].sort()

/** Of one exchange. */
export const sessionFactsOf = (receipt: Receipt, sessionId: string): SessionFacts => ({
  sessionId: sessionId.toLowerCase(),
  accountId: receipt.accountId,
  startedAt: receipt.receivedAt,
  lastAt: receipt.receivedAt,
  ...defined({ client: receipt.client }),
  models: receipt.model === undefined ? [] : [modelLabel(receipt.model)],
  keyIds: [receipt.keyId],
})

/** Of both together. */
export const joined = (one: SessionFacts, other: SessionFacts): SessionFacts => {
  const clients = [one.client, other.client].filter((client) => client !== undefined)
  const [first, second = first] = clients
  const models = allNames(one.models, other.models)
  const hasMoreModels = one.hasMoreModels ?? other.hasMoreModels ?? models.length > maxNames
  return {
    sessionId: one.sessionId,
    accountId: one.accountId,
    startedAt: smaller(one.startedAt, other.startedAt),
    lastAt: larger(one.lastAt, other.lastAt),
    ...(first === undefined || second === undefined ? {} : { client: smaller(first, second) }),
    models: models.slice(0, maxNames),
    ...(hasMoreModels ? { hasMoreModels } : {}),
    keyIds: allNames(one.keyIds, other.keyIds).slice(0, maxNames),
  }
}

/**
 * Where a session stands among those of its month, newest last: its last request to ten minutes, then its id. A busy
 * session moves in the index once in ten minutes, not with every request.
 */
export const recencyOf = ({ lastAt, sessionId }: Pick<SessionFacts, 'lastAt' | 'sessionId'>): string =>
  `${lastAt.slice(0, 15)}0#${sessionId}`

/** The ten minutes of a recency. */
export const slotOf = (recency: string): string => recency.slice(0, recency.indexOf('#'))
