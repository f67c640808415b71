// The table of receipts. One item per exchange, found by account and month, and by session if it has one. Items are written
// once and never changed.

import { setTimeout as wait } from 'node:timers/promises'
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { LedgerStore } from '../../../core/ledger/store.ts'
import { isThrottling } from '../../aws/aws-error.ts'
import { ask, type Dynamo } from '../client.ts'
import { putItem, queryItems } from '../commands.ts'
import { unlessRefused } from '../conditions.ts'
import { readReceipt } from '../items.ts'
import { pagesOf } from '../pages.ts'
import { tableName, tables } from '../tables/tables.ts'
import { accountSession, ledgerKey } from './ledger-keys.ts'
import { dynamoLedgerMonths } from './ledger-months.ts'

/** The ledger as the operator reads it, oldest exchange first. Every method throws `StoreUnreachable`. */
export interface LedgerRecords extends LedgerStore {
  /** `month` as `2026-11`, in UTC. */
  month(accountId: string, month: string): Promise<readonly Receipt[]>
  session(accountId: string, sessionId: string): Promise<readonly Receipt[]>
}

export interface LedgerDeadlines {
  /** Long, because nobody waits for a receipt and a lost one cannot be written again. @default 3,000 */
  readonly putMilliseconds?: number
}

/** Before a receipt is sent again to a table that takes no more now: up to so long at first, and up to twice as long each time. */
const firstPauseMilliseconds = 100

/** Sends until the table takes it or the time is over: a table on demand that meets a jump takes more a moment later. */
const untilTaken = async (send: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> => {
  for (let pause = firstPauseMilliseconds; ; pause *= 2) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Error) || !isThrottling(error) || signal.aborted) throw error
      await wait(Math.random() * pause, undefined, { signal })
    }
  }
}

/** The ledger in DynamoDB. */
export const dynamoLedger = (dynamo: Dynamo, { putMilliseconds = 3_000 }: LedgerDeadlines = {}): LedgerRecords => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'ledger')
  const { pages } = dynamoLedgerMonths(dynamo)

  const receipts = async (query: Omit<QueryCommandInput, 'TableName'>): Promise<readonly Receipt[]> => {
    const found: Receipt[] = []
    for await (const { Items = [] } of pagesOf(dynamo, (from, options) =>
      documents.send(queryItems({ TableName, ...query, ...from }), options),
    ))
      found.push(...Items.map(readReceipt))
    return found
  }

  return {
    async put(receipt) {
      const { accountId, sessionId } = receipt
      const put = putItem({
        TableName,
        Item: {
          accountMonth: ledgerKey(receipt),
          ...(sessionId === undefined ? {} : { accountSession: accountSession(accountId, sessionId) }),
          ...receipt,
        },
        ConditionExpression: 'attribute_not_exists(exchangeId)',
      })
      await ask({ deadlineMilliseconds: putMilliseconds }, (options) =>
        unlessRefused<unknown>(
          untilTaken(() => documents.send(put, options), options.abortSignal),
          () => undefined,
        ),
      )
    },

    async month(accountId, month) {
      const found: Receipt[] = []
      for await (const page of pages(accountId, month)) found.push(...page)
      return found
    },

    session: (accountId, sessionId) =>
      receipts({
        IndexName: tables.ledger.index.name,
        KeyConditionExpression: 'accountSession = :accountSession',
        ExpressionAttributeValues: { ':accountSession': accountSession(accountId, sessionId) },
      }),
  }
}
