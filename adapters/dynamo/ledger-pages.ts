// The ledger page by page, newest exchange first.

import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { defined } from '../../core/collections/defined.ts'
import type { LedgerPages, ReceiptPage } from '../../core/ledger/pages.ts'
import { ask, type Dynamo } from './client.ts'
import { readReceipt } from './items.ts'
import { accountMonth, accountSession } from './ledger.ts'
import { tableName, tables } from './tables.ts'

/** Pages of the ledger in DynamoDB. */
export const dynamoLedgerPages = (dynamo: Dynamo): LedgerPages => {
  const { documents, tablePrefix } = dynamo

  const page = async (
    [attribute, value]: readonly [string, string],
    index: string | undefined,
    limit: number,
    before: string | undefined,
  ): Promise<ReceiptPage> => {
    const query = new QueryCommand({
      TableName: tableName(tablePrefix, 'ledger'),
      ...defined({ IndexName: index }),
      KeyConditionExpression: `${attribute} = :owner${before === undefined ? '' : ' AND exchangeId < :before'}`,
      ExpressionAttributeValues: { ':owner': value, ...defined({ ':before': before }) },
      ScanIndexForward: false,
      Limit: limit,
    })
    const { Items = [], LastEvaluatedKey } = await ask(dynamo, (options) => documents.send(query, options))
    const receipts = Items.map(readReceipt)
    const last = receipts.at(-1)
    return { receipts, ...(LastEvaluatedKey === undefined || last === undefined ? {} : { next: last.exchangeId }) }
  }

  return {
    month: (accountId, month, limit, before) =>
      page(['accountMonth', accountMonth(accountId, month)], undefined, limit, before),
    session: (accountId, sessionId, limit, before) =>
      page(['accountSession', accountSession(accountId, sessionId)], tables.ledger.index.name, limit, before),
  }
}
