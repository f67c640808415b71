// The service with its stores in memory: the same front, handlers, egress, log and compressor as in the house; only where
// keys, accounts, counters and receipts are kept is another place.

import { randomBytes } from 'node:crypto'
import { Metrics } from '@aws-lambda-powertools/metrics'
import { setAlarm } from '../../adapters/alarm.ts'
import { createEgress } from '../../adapters/http/egress.ts'
import { powertoolsLog } from '../../adapters/logger.ts'
import { powertoolsCount } from '../../adapters/metrics.ts'
import { sageMakerCompressor } from '../../adapters/sagemaker/compressor.ts'
import { countersInOutage } from '../../core/access/counters-in-outage.ts'
import { newAccount, newServiceKey } from '../../core/access/issue.ts'
import { cachedAccounts, cachedKeys } from '../../core/access/lookup-cache.ts'
import { decisionMemory } from '../../core/compaction/memory.ts'
import type { Deployment } from '../../core/deployment.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { exchange } from '../../core/exchange.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { upstreamOrigins } from '../../core/upstream/origins.ts'
import { readEnvironment } from '../../lambdas/env.ts'
import { provideAwsLambda, type StreamingHandler } from '../../local/awslambda.ts'
import { openFunctionUrls } from '../../local/function-url.ts'
import { memoryAccounts } from '../../test/fakes/accounts.ts'
import { memoryCounters } from '../../test/fakes/counters.ts'
import { memoryKeys } from '../../test/fakes/keys.ts'
import { memoryLedger } from '../../test/fakes/ledger.ts'
import { announce } from '../answer-parent.ts'

/** Keeps the last receipts: a ledger that only grows would be measured as memory of the service. */
class LastReceipts extends Map<string, Receipt> {
  override set(id: string, receipt: Receipt): this {
    for (const oldest of this.keys()) {
      if (this.size < 2_000) break
      this.delete(oldest)
    }
    return super.set(id, receipt)
  }
}

provideAwsLambda()
// Asks for the global while it loads.
const { serve } = await import('../../lambdas/serve.ts')
const { logger } = await import('../../lambdas/deployment.ts')

const now = Date.now
const account = newAccount('bench', 'organization', randomBytes(32), now())
const { secret, key } = newServiceKey(account.accountId, randomBytes(32), now())
const admitted = { ...account, apiAccess: true, entitlements: ['proxy'] as const }
const receipts = new LastReceipts()

const environment = readEnvironment()
const count = powertoolsCount(new Metrics({ namespace: 'Bench', serviceName: 'bench' }))
const lookups = { now, knownSeconds: environment.LOOKUP_CACHE_SECONDS }
const deployment: Deployment = {
  ports: {
    keys: cachedKeys(memoryKeys(new Map([[key.keyHash, key]])), lookups),
    accounts: cachedAccounts(memoryAccounts(new Map([[admitted.accountId, admitted]])), lookups),
    counters: countersInOutage(memoryCounters(), count),
    ledger: memoryLedger(receipts),
    compressor: sageMakerCompressor({ endpoints: environment.COMPRESSOR_ENDPOINTS }),
    send: createEgress(),
    log: powertoolsLog(logger),
    count,
    now,
    elapsed: () => performance.now(),
    alarm: setAlarm,
  },
  origins: upstreamOrigins({
    defaults: { 'provider-a': environment.UPSTREAM_A, 'provider-b': environment.UPSTREAM_B },
    trustedForDefaults: environment.TRUSTED_UPSTREAM_ORIGINS,
    trustedForOverrides: [],
  }),
  memory: decisionMemory(),
  arrivalMilliseconds: environment.ARRIVAL_DEADLINE_MS,
}

const isHandler = (value: unknown): value is StreamingHandler => typeof value === 'function'
const handler: unknown = serve(exchange({ name: 'messages', dialect: dialects.messages }, deployment))
if (!isHandler(handler)) throw new Error('The line gave no handler.')
const front = await openFunctionUrls({
  handlers: new Map([['messages', handler]]),
  port: 0,
  report: (line) => process.stderr.write(`${line}\n`),
})

announce(
  { port: front.port, serviceKey: secret },
  {
    receipts: () => {
      const taken = [...receipts.values()].map(({ outcome, segmentsCompacted, millisecondsPerStep }) => ({
        outcome,
        segmentsCompacted,
        steps: millisecondsPerStep,
      }))
      receipts.clear()
      return taken
    },
  },
)
