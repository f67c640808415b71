// The service with its stores in memory: the same front, handlers, egress, log and compressor as in the service; only where
// keys, accounts, counters and receipts are kept is another place.

import { randomBytes } from 'node:crypto'
import { dynamoChains } from '../../adapters/dynamo/chains/chains.ts'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { carriesServiceKey } from '../../core/access/keys/authenticate.ts'
import { newAccount, newServiceKey } from '../../core/access/keys/issue.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { exchange } from '../../core/exchange/exchange.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { provideAwsLambda, type StreamingHandler } from '../../local/front/awslambda.ts'
import { openFunctionUrls } from '../../local/front/function-url.ts'
import { keepHeapSmall } from '../../local/process/heap-growth.ts'
import { memoryAccounts } from '../../testkit/memory/accounts.ts'
import { memoryChains } from '../../testkit/memory/chains.ts'
import { memoryCounters } from '../../testkit/memory/counters.ts'
import { memoryKeys } from '../../testkit/memory/keys.ts'
import { memoryLedger } from '../../testkit/memory/ledger.ts'
import { announce } from '../processes/answer-parent.ts'

/** What is asked of a receipt. */
type Kept = Pick<Receipt, 'outcome' | 'segmentsCompacted'> & { readonly steps: Receipt['millisecondsPerStep'] }

const mostKept = 2_000
const kept: Kept[] = []

/** Keeps what is asked of receipts until it is asked, and no receipt: those of a service are in its tables, and not in its memory. */
class AskedReceipts extends Map<string, Receipt> {
  override set(_id: string, { outcome, segmentsCompacted, millisecondsPerStep: steps }: Receipt): this {
    if (kept.length < mostKept) kept.push({ outcome, segmentsCompacted, steps })
    return this
  }
}

keepHeapSmall()
provideAwsLambda()
// Asks for the global while it loads.
const { serve } = await import('../../lambdas/serve.ts')
const { deploymentOver } = await import('../../lambdas/deployment.ts')

/** More than one: each account may have only so many exchanges under way. */
const callers = ['bench', 'second', 'third', 'fourth', 'fifth'].map((name) => {
  const account = newAccount(name, 'organization', randomBytes(32), Date.now())
  const { secret, key } = newServiceKey(account.accountId, randomBytes(32), Date.now())
  return { secret, key, account: { ...account, apiAccess: true, entitlements: ['proxy'] as const } }
})

/** As in the service that ships. */
const inDynamo = () => {
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix })
  return { ledger: dynamoLedger(dynamo), chains: dynamoChains(dynamo) }
}

const deployment = deploymentOver({
  keys: memoryKeys(new Map(callers.map(({ key }) => [key.keyHash, key]))),
  accounts: memoryAccounts(new Map(callers.map(({ account }) => [account.accountId, account]))),
  counters: memoryCounters(),
  ...(process.env.WRITES === 'dynamodb'
    ? inDynamo()
    : { ledger: memoryLedger(new AskedReceipts()), chains: memoryChains() }),
})

const isHandler = (value: unknown): value is StreamingHandler => typeof value === 'function'
const handler: unknown = serve(exchange({ name: 'messages', dialect: dialects.messages }, deployment))
if (!isHandler(handler)) throw new Error('The line gave no handler.')
const front = await openFunctionUrls({
  handlers: new Map([['messages', handler]]),
  carriesKey: carriesServiceKey,
  port: 0,
  report: (line) => process.stderr.write(`${line}\n`),
})

announce(
  { port: front.port, serviceKey: callers[0]?.secret, serviceKeys: callers.map(({ secret }) => secret) },
  {
    receipts: () => kept.splice(0),
  },
)
