// The ledger page by page, newest exchange first.

import { defined } from '../../../core/collections/defined.ts'
import type { LedgerPages, ReceiptPage } from '../../../core/ledger/pages.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { type Dynamo, send } from '../client.ts'
import { queryItems } from '../commands.ts'
import { readReceipt } from '../items.ts'
import { tableName, tables } from '../tables/tables.ts'
import { accountSession, ledgerKeys } from './ledger-keys.ts'

/** Pages of the ledger in DynamoDB. */
export const dynamoLedgerPages = (dynamo: Dynamo): LedgerPages => {
  const { tablePrefix } = dynamo

  const page = async (
    [attribute, value]: readonly [string, string],
    index: string | undefined,
    limit: number,
    before: string | undefined,
  ): Promise<ReceiptPage> => {
    const query = queryItems({
      TableName: tableName(tablePrefix, 'ledger'),
      ...defined({ IndexName: index }),
      KeyConditionExpression: `${attribute} = :owner${before === undefined ? '' : ' AND exchangeId < :before'}`,
      ExpressionAttributeValues: { ':owner': value, ...defined({ ':before': before }) },
      ScanIndexForward: false,
      Limit: limit,
    })
    const { Items = [], LastEvaluatedKey } = await send(dynamo, query)
    const receipts = Items.map(readReceipt)
    const last = receipts.at(-1)
    return { receipts, ...(LastEvaluatedKey === undefined || last === undefined ? {} : { next: last.exchangeId }) }
  }

  /** Every part of the month may hold all of the page. A part that goes on says nothing about what is older than its last. */
  const newestOf = async (keys: readonly string[], limit: number, before: string | undefined): Promise<ReceiptPage> => {
    const pages = await Promise.all(keys.map((key) => page(['accountMonth', key], undefined, limit, before)))
    const oldest = pages.reduce((latest, { next = '' }) => (next > latest ? next : latest), '')
    const found = pages.flatMap(({ receipts }) => receipts).filter(({ exchangeId }) => exchangeId >= oldest)
    const receipts = found.sort(newestFirst).slice(0, limit)
    const last = receipts.at(-1)
    const isMore = found.length > limit || oldest !== ''
    return { receipts, ...(isMore && last !== undefined ? { next: last.exchangeId } : {}) }
  }

  return {
    month: (accountId, month, limit, before) => newestOf(ledgerKeys(accountId, month), limit, before),
    session: (accountId, sessionId, limit, before) =>
      page(['accountSession', accountSession(accountId, sessionId)], tables.ledger.index.name, limit, before),
  }
}

const newestFirst = (one: Receipt, other: Receipt): number => (one.exchangeId < other.exchangeId ? 1 : -1)
