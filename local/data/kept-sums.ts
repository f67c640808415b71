// The sums of a local service: what a service that was killed had not counted is counted when the next one starts, and from
// then on every receipt as it comes.

import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { dynamoLedgerMonths } from '../../adapters/dynamo/ledger/ledger-months.ts'
import { dynamoLedgerPages } from '../../adapters/dynamo/ledger/ledger-pages.ts'
import { dynamoSavings } from '../../adapters/dynamo/ledger/savings.ts'
import { defaultTablePrefix, tableName } from '../../adapters/dynamo/tables/tables.ts'
import type { EmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import { dayMilliseconds, monthsBetween } from '../../core/savings/calendar.ts'
import { rebuild } from '../../core/savings/rebuild.ts'
import { foldInto } from '../../lambdas/fold.ts'
import type { Log } from '../process/bounded-log.ts'
import { openLedgerStream } from './ledger-stream.ts'

const endMilliseconds = 5_000

export interface Sums {
  /** Counts what has not been counted yet, and ends. */
  end(): Promise<void>
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/**
 * When an account was made, as far as that is known: one that is not understood here is not served here either. Throws `StoreUnreachable`.
 */
const madeAt = async (dynamo: Dynamo, accountId: string): Promise<string | undefined> => {
  try {
    return (await dynamoAccounts(dynamo).find(accountId))?.createdAt
  } catch (error) {
    if (error instanceof StoreUnreachable) throw error
    return undefined
  }
}

/**
 * The month from which receipts may be uncounted: that of the last exchange, however long ago the service was killed, or of the day before it,
 * when the exchange beside it may have begun. `latest`: milliseconds since the epoch, a day ahead.
 */
const uncountedSince = async (dynamo: Dynamo, accountId: string, latest: number): Promise<string> => {
  const pages = dynamoLedgerPages(dynamo)
  const yesterday = monthOf(latest - 2 * dayMilliseconds)
  const made = (await madeAt(dynamo, accountId))?.slice(0, 7) ?? yesterday
  // The clock may have been ahead when the account was made.
  const oldest = made < yesterday ? made : yesterday
  for (const month of monthsBetween(oldest, monthOf(latest)).toReversed()) {
    const [newest] = (await pages.month(accountId, month, 1)).receipts
    if (newest !== undefined) return monthOf(Date.parse(newest.receivedAt) - dayMilliseconds)
  }
  return yesterday
}

/** Nothing may be writing receipts yet. */
export const keepSums = async (
  store: Pick<EmbeddedDynamo, 'tell'>,
  dynamo: Dynamo,
  log: Pick<Log, 'write'>,
): Promise<Sums> => {
  const savings = dynamoSavings(dynamo)
  const months = dynamoLedgerMonths(dynamo)
  const { session } = dynamoLedger(dynamo)
  // The clock may have been ahead.
  const latest = Date.now() + dayMilliseconds
  const settledThrough = async (): Promise<string> => new Date(latest).toISOString()
  for (const accountId of await months.accounts()) {
    const fromMonth = await uncountedSince(dynamo, accountId, latest)
    await rebuild(savings, { pages: months.pages, session }, { accountId, fromMonth, settledThrough, isQuiet: true })
  }

  const stream = openLedgerStream({
    store,
    tableName: tableName(defaultTablePrefix, 'ledger'),
    deliver: foldInto(savings),
    report: (line) => log.write(`${line}\n`),
  })
  return { end: () => stream.end(endMilliseconds) }
}
