// The table of receipts. One item per exchange, found by account and month, and by session if it has one. Items are written
// once and never changed.

import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { LedgerStore } from '../../../core/ledger/store.ts'
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

/** The ledger in DynamoDB. */
export const dynamoLedger = (dynamo: Dynamo, { putMilliseconds = 3_000 }: LedgerDeadlines = {}): LedgerRecords => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'ledger')
  const { pages } = dynamoLedgerMonths(dynamo)

  const receipts = async (query: Omit<QueryCommandInput, 'TableName'>): Promise<readonly Receipt[]> => {
    const found: Receipt[] = []
    for await (const { Items = [] } of pagesOf(dynamo, (from) => queryItems({ TableName, ...query, ...from })))
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
        unlessRefused<unknown>(documents.send(put, { ...options, untilTaken: true }), () => undefined),
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
