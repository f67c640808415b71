// Reads the ledger for an export: a month of every account, page by page, so that no month has to fit into memory.

import * as z from 'zod/mini'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { Dynamo } from '../client.ts'
import { queryItems, scanItems } from '../commands.ts'
import { readReceipt } from '../items.ts'
import { pagesOf } from '../pages.ts'
import { type TableId, tableName } from '../tables/tables.ts'
import { ledgerKeys } from './ledger-keys.ts'
import { mergePages } from './merge-pages.ts'

export interface LedgerMonths {
  /** The names of all accounts, sorted. Throws `StoreUnreachable`. */
  accounts(): Promise<readonly string[]>
  /** The names of all that may have receipts, sorted: deleted accounts too, whose keys stay. Throws `StoreUnreachable`. */
  owners(): Promise<readonly string[]>
  /** The receipts of a month, oldest first. `month` as `2026-11`, in UTC. Throws `StoreUnreachable`. */
  pages(accountId: string, month: string): AsyncIterable<readonly Receipt[]>
}

const named = z.object({ accountId: z.string() })

/** See `LedgerMonths`. */
export const dynamoLedgerMonths = (dynamo: Dynamo): LedgerMonths => {
  const { tablePrefix } = dynamo

  async function* pagesUnder(key: string): AsyncGenerator<readonly Receipt[]> {
    const query = {
      TableName: tableName(tablePrefix, 'ledger'),
      KeyConditionExpression: 'accountMonth = :key',
      ExpressionAttributeValues: { ':key': key },
    }
    for await (const { Items = [] } of pagesOf(dynamo, (from) => queryItems({ ...query, ...from })))
      yield Items.map(readReceipt)
  }

  const namesIn = async (table: TableId): Promise<readonly string[]> => {
    const names = new Set<string>()
    const scan = { TableName: tableName(tablePrefix, table), ProjectionExpression: 'accountId' }
    for await (const { Items = [] } of pagesOf(dynamo, (from) => scanItems({ ...scan, ...from })))
      for (const item of Items) names.add(named.parse(item).accountId)
    return [...names].sort()
  }

  return {
    accounts: () => namesIn('entitlements'),

    async owners() {
      const names = [...(await namesIn('entitlements')), ...(await namesIn('keys'))]
      return [...new Set(names)].sort()
    },

    pages: (accountId, month) =>
      mergePages(
        ledgerKeys(accountId, month).map((key) => pagesUnder(key)),
        ({ exchangeId }) => exchangeId,
      ),
  }
}
