// Reads the ledger for an export: a month of every account, page by page, so that no month has to fit into memory.

import * as z from 'zod/mini'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { Dynamo } from './client.ts'
import { queryItems, scanItems } from './commands.ts'
import { readReceipt } from './items.ts'
import { ledgerKeys } from './ledger-keys.ts'
import { mergePages } from './merge-pages.ts'
import { pagesOf } from './pages.ts'
import { tableName } from './tables.ts'

export interface LedgerMonths {
  /** The names of all accounts, sorted. Throws `StoreUnreachable`. */
  accounts(): Promise<readonly string[]>
  /** The receipts of a month, oldest first. `month` as `2026-11`, in UTC. Throws `StoreUnreachable`. */
  pages(accountId: string, month: string): AsyncIterable<readonly Receipt[]>
}

const named = z.object({ accountId: z.string() })

/** See `LedgerMonths`. */
export const dynamoLedgerMonths = (dynamo: Dynamo): LedgerMonths => {
  const { documents, tablePrefix } = dynamo

  async function* pagesUnder(key: string): AsyncGenerator<readonly Receipt[]> {
    const query = {
      TableName: tableName(tablePrefix, 'ledger'),
      KeyConditionExpression: 'accountMonth = :key',
      ExpressionAttributeValues: { ':key': key },
    }
    for await (const { Items = [] } of pagesOf(dynamo, (from, options) =>
      documents.send(queryItems({ ...query, ...from }), options),
    ))
      yield Items.map(readReceipt)
  }

  return {
    async accounts() {
      const names: string[] = []
      const scan = { TableName: tableName(tablePrefix, 'entitlements'), ProjectionExpression: 'accountId' }
      for await (const { Items = [] } of pagesOf(dynamo, (from, options) =>
        documents.send(scanItems({ ...scan, ...from }), options),
      ))
        names.push(...Items.map((item) => named.parse(item).accountId))
      return names.sort()
    },

    pages: (accountId, month) =>
      mergePages(
        ledgerKeys(accountId, month).map((key) => pagesUnder(key)),
        ({ exchangeId }) => exchangeId,
      ),
  }
}
