// Lists sessions, newest first, with one query of an index that holds only keys and one read of the items that it names.

import * as z from 'zod'
import { defined } from '../../../core/collections/defined.ts'
import { type PartKey, sessionKey } from '../../../core/savings/parts.ts'
import { slotOf } from '../../../core/savings/session.ts'
import { leastSessionsOnPage, type SavingsReader, type Session } from '../../../core/savings/store.ts'
import { type Dynamo, send } from '../client.ts'
import { batchGetItem, getItem, queryItems } from '../commands.ts'
import { tableName, tables } from '../tables/tables.ts'
import { accountMonth } from './ledger-keys.ts'
import { readPart } from './savings-items.ts'

/** The most keys of one `BatchGetItem`. */
const mostOnPage = 100

const entry = z.object({ owner: z.string(), part: z.string(), recency: z.string() })
type Entry = z.infer<typeof entry>

const sessionOf = (item: unknown): Session | undefined => {
  const { session, sums } = readPart(item).part
  return session === undefined ? undefined : { ...session, sums }
}

const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

/** Sorts after every id of a slot, because ids consist of hexadecimal digits. */
const endOf = (slot: string): string => `${slot}#~`

interface Page {
  readonly entries: readonly Entry[]
  /** The rest of the month begins before this; absent if there is none. */
  readonly next?: string
}

/**
 * At least this many of the entries that were read, in whole slots of ten minutes, because sessions have no order within a
 * slot. Cuts a slot that is larger than a page.
 */
const pageOf = (found: readonly Entry[], least: number): Page => {
  const isWhole = found.length <= mostOnPage
  const read = found.slice(0, mostOnPage)
  const needed = read[least - 1] ?? read.at(-1)
  const after = read.find(({ recency }) => needed !== undefined && slotOf(recency) < slotOf(needed.recency))
  if (after !== undefined) return { entries: read.slice(0, read.indexOf(after)), next: endOf(slotOf(after.recency)) }
  const last = read.at(-1)
  if (isWhole || last === undefined) return { entries: read }
  const complete = read.filter(({ recency }) => slotOf(recency) !== slotOf(last.recency))
  if (complete.length === 0) return { entries: read, next: last.recency }
  return { entries: complete, next: endOf(slotOf(last.recency)) }
}

/** The sessions in DynamoDB. */
export const dynamoSessions = (dynamo: Dynamo): Pick<SavingsReader, 'session' | 'sessions'> => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'savings')

  const entriesOf = async (
    accountId: string,
    month: string,
    before: string | undefined,
    Limit: number,
  ): Promise<readonly Entry[]> => {
    const query = queryItems({
      TableName,
      IndexName: tables.savings.index.name,
      KeyConditionExpression: `accountMonth = :month${before === undefined ? '' : ' AND recency < :before'}`,
      ExpressionAttributeValues: {
        ':month': accountMonth(accountId, month),
        ...defined({ ':before': before }),
      },
      ScanIndexForward: false,
      Limit,
    })
    const { Items = [] } = await send(dynamo, query)
    return Items.map((item) => entry.parse(item))
  }

  const itemsOf = async (keys: readonly PartKey[]): Promise<readonly Session[]> => {
    const sessions: Session[] = []
    let left: Record<string, unknown>[] = keys.map(({ owner, part }) => ({ owner, part }))
    while (left.length > 0) {
      const get = batchGetItem({ RequestItems: { [TableName]: { Keys: left.slice(0, mostOnPage) } } })
      const { Responses, UnprocessedKeys } = await send(dynamo, get)
      sessions.push(...(Responses?.[TableName] ?? []).map(sessionOf).filter((session) => session !== undefined))
      left = [...(UnprocessedKeys?.[TableName]?.Keys ?? []), ...left.slice(mostOnPage)]
    }
    return sessions.sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1))
  }

  return {
    async session(accountId, sessionId) {
      const { owner, part } = sessionKey(accountId, sessionId)
      const get = getItem({ TableName, Key: { owner, part } })
      const { Item } = await send(dynamo, get)
      return Item === undefined ? undefined : sessionOf(Item)
    },

    async sessions(accountId, { newestMonth, oldestMonth }, cursor) {
      const entries: Entry[] = []
      let before = cursor
      for (let month = cursor?.slice(0, 7) ?? newestMonth; month >= oldestMonth; month = monthBefore(month)) {
        if (entries.length >= leastSessionsOnPage) {
          // The next page begins in a month that has something, so that none comes empty.
          const [one] = await entriesOf(accountId, month, undefined, 1)
          if (one === undefined) continue
          return { sessions: await itemsOf(entries), next: endOf(`${month}~`) }
        }
        // One more than a page has says whether there are more.
        const page = pageOf(
          await entriesOf(accountId, month, before, mostOnPage + 1),
          leastSessionsOnPage - entries.length,
        )
        before = undefined
        entries.push(...page.entries)
        if (page.next !== undefined) return { sessions: await itemsOf(entries), next: page.next }
      }
      return { sessions: await itemsOf(entries) }
    },
  }
}
