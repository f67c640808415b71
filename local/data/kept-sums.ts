// The sums of a local service: what a service that was killed had not counted is counted when the next one starts, and from
// then on every receipt as it comes.

import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { dynamoLedgerMonths } from '../../adapters/dynamo/ledger/ledger-months.ts'
import { dynamoSavings } from '../../adapters/dynamo/ledger/savings.ts'
import { defaultTablePrefix, tableName } from '../../adapters/dynamo/tables/tables.ts'
import type { EmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { dayMilliseconds } from '../../core/savings/calendar.ts'
import { rebuild } from '../../core/savings/rebuild.ts'
import { foldInto } from '../../lambdas/fold.ts'
import type { Log } from '../process/bounded-log.ts'
import { openLedgerStream } from './ledger-stream.ts'

const endMilliseconds = 5_000

export interface Sums {
  /** Counts what has not been counted yet, and ends. */
  end(): Promise<void>
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
  const now = Date.now()
  // A request of yesterday may belong to the month before.
  const fromMonth = new Date(now - dayMilliseconds).toISOString().slice(0, 7)
  // And the clock may have been ahead.
  const settledThrough = async (): Promise<string> => new Date(now + dayMilliseconds).toISOString()
  for (const accountId of await months.accounts())
    await rebuild(savings, { pages: months.pages, session }, { accountId, fromMonth, settledThrough, isQuiet: true })

  const stream = openLedgerStream({
    store,
    tableName: tableName(defaultTablePrefix, 'ledger'),
    deliver: foldInto(savings),
    report: (line) => log.write(`${line}\n`),
  })
  return { end: () => stream.end(endMilliseconds) }
}
