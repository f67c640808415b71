// Builds everything that exchanges share, once per process, at cold start. The only place where adapters are chosen.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dynamoAccounts } from '../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../adapters/dynamo/accounts/keys.ts'
import { dynamoChains } from '../adapters/dynamo/chains/chains.ts'
import { type Dynamo, openDynamo } from '../adapters/dynamo/client.ts'
import { dynamoCounters } from '../adapters/dynamo/counters/counters.ts'
import { dynamoLedger } from '../adapters/dynamo/ledger/ledger.ts'
import { createEgress } from '../adapters/http/egress.ts'
import { setAlarm } from '../adapters/process/alarm.ts'
import { rest } from '../adapters/process/rest.ts'
import { turnOfOwn } from '../adapters/process/turn.ts'
import { sageMakerCompressor } from '../adapters/sagemaker/compressor.ts'
import { deploymentSecrets } from '../adapters/secrets/deployment-secrets.ts'
import { doneTogether, gatheredLines } from '../adapters/telemetry/lines.ts'
import { GatheringLogger, powertoolsLog } from '../adapters/telemetry/logger.ts'
import { embeddedMetrics, type Metrics } from '../adapters/telemetry/metrics.ts'
import { otlpTelemetry } from '../adapters/telemetry/otlp.ts'
import { xrayTracer } from '../adapters/telemetry/tracer.ts'
import { workerCompressor } from '../adapters/worker/compressor.ts'
import { cachedAccounts, cachedKeys } from '../core/access/keys/lookup-cache.ts'
import type { AccountStore, KeyStore } from '../core/access/keys/stores.ts'
import type { CounterStore } from '../core/access/limits/counters.ts'
import { countersInOutage } from '../core/access/limits/counters-in-outage.ts'
import { exchangesUnderWay } from '../core/access/limits/under-way.ts'
import { readPrefixes } from '../core/chain/identity/read-prefixes.ts'
import { rememberedChains } from '../core/chain/record/remembered-chains.ts'
import type { ChainStore } from '../core/chain/record/store.ts'
import { defined } from '../core/collections/defined.ts'
import { backgroundSlots } from '../core/compaction/background/background-slots.ts'
import { decisionMemory } from '../core/compaction/decision/memory.ts'
import type { Compressor } from '../core/compressor/compressor.ts'
import { publicCompressors } from '../core/compressor/contract.ts'
import type { Deployment } from '../core/exchange/deployment.ts'
import { measuredChains } from '../core/exchange/measured-chains.ts'
import { measuredCompressor } from '../core/exchange/measured-compressor.ts'
import { meterMemory } from '../core/exchange/meter/meter.ts'
import type { LedgerStore } from '../core/ledger/store.ts'
import type { CountMetric } from '../core/metrics/measure.ts'
import { serviceName } from '../core/metrics/names.ts'
import { metricSums as sumsOfMetrics } from '../core/metrics/sums.ts'
import { reasonsOf } from '../core/runtime/error-chain.ts'
import { outageMemory } from '../core/runtime/outage.ts'
import { upstreamOrigins } from '../core/upstream/origins.ts'
import { invocationIds } from './platform/invocation.ts'
import { readEnvironment, traceHeader, tracingDaemon } from './settings/env.ts'
import { upstreamSettings } from './settings/upstream-settings.ts'

const environment = readEnvironment()
const service = environment.SERVICE_NAME ?? serviceName(environment.TABLE_PREFIX)

/** Lines of exchanges and of their metrics leave in one write. */
const lines = gatheredLines((text) => process.stdout.write(text))

/** Every line names its invocation. */
export const logger = powertoolsLog(new GatheringLogger(service, lines, traceHeader), invocationIds)

/** What logs, metrics and traces call this deployment. */
export const serviceLabel = service

const embedded = embeddedMetrics({ service, now: Date.now, write: lines.add })

/** Everything since the process began, for Prometheus and for a collector. */
export const metricSums = sumsOfMetrics()

/** `serve.ts` prints them behind every answer, with what was logged. */
export const metrics: Metrics = {
  measure(measurements) {
    embedded.measure(measurements)
    metricSums.measure(measurements)
  },
  flush: doneTogether(() => {
    embedded.flush()
    lines.flush()
  }, environment.LINES_INTERVAL_MS),
}

const elapsed = (): number => performance.now()

/** What a collector of the operator's is told, if there is one. */
export const telemetry = otlpTelemetry({
  endpoint: environment.OTEL_EXPORTER_OTLP_ENDPOINT,
  headers: environment.OTEL_EXPORTER_OTLP_HEADERS,
  share: environment.OTEL_TRACES_SAMPLER_ARG,
  intervalMilliseconds: environment.OTEL_METRIC_EXPORT_INTERVAL,
  teller: { service, instance: crypto.randomUUID() },
  report: logger.warn,
  sums: metricSums,
  now: Date.now,
  elapsed,
})

/** The stores of keys, accounts, counters, receipts and records of conversations. */
export interface Stores {
  readonly keys: KeyStore
  readonly accounts: AccountStore
  readonly counters: CounterStore
  readonly ledger: LedgerStore
  readonly chains: ChainStore
}

/** Requests go on without it, as they came: nothing else would say what is wrong. */
const compressorModule = (path: string): URL => {
  const module = new URL(path, import.meta.url)
  if (!existsSync(module)) logger.error('COMPRESSOR_MODULE names no file, so nothing is compacted', { module: path })
  return module
}

const threadEnded = (error: unknown): void =>
  logger.error('a thread of the compressor has ended', { causes: reasonsOf(error) })

const chosenCompressor = (): Compressor => {
  const { COMPRESSOR_MODULE: path, COMPRESSOR_ENDPOINTS: endpoints } = environment
  return path === undefined
    ? sageMakerCompressor({ endpoints })
    : workerCompressor({ available: publicCompressors, module: compressorModule(path), report: threadEnded })
}

/** The deployment over these stores. Everything else is the same for any stores. */
export const deploymentOver = ({ keys, accounts, counters, ledger, chains }: Stores): Deployment => {
  const now = Date.now
  const { measure } = metrics
  const count: CountMetric = (name) => measure({ [name]: 1 })
  const outage = outageMemory()
  const xray = xrayTracer({ daemon: tracingDaemon(), header: traceHeader })
  const lookups = { now, knownSeconds: environment.LOOKUP_CACHE_SECONDS, outage }
  return {
    ports: {
      keys: cachedKeys(keys, lookups),
      accounts: cachedAccounts(accounts, lookups),
      counters: countersInOutage(counters, count, outage),
      ledger,
      chains: measuredChains(rememberedChains(chains), measure),
      compressor: measuredCompressor(chosenCompressor(), { measure, elapsed }),
      send: createEgress(),
      log: logger,
      count,
      measure,
      trace: (receipt) => {
        xray(receipt)
        telemetry.trace(receipt)
      },
      now,
      elapsed,
      alarm: setAlarm,
      ...defined({ dashboardUrl: environment.DASHBOARD_URL }),
      turn: turnOfOwn,
      rest,
    },
    underWay: exchangesUnderWay(),
    origins: upstreamOrigins({
      defaults: Object.fromEntries(
        upstreamSettings.map(({ provider, variable }) => [provider.id, environment[variable]]),
      ),
      trustedForDefaults: environment.TRUSTED_UPSTREAM_ORIGINS,
      trustedForOverrides: environment.TRUSTED_OVERRIDE_ORIGINS,
      cachingAsProvider: environment.ORIGINS_CACHING_AS_PROVIDER,
    }),
    memory: decisionMemory(),
    prefixes: readPrefixes(randomBytes(32)),
    backgroundSlots: backgroundSlots(),
    meterMemory: meterMemory(),
    arrivalMilliseconds: environment.ARRIVAL_DEADLINE_MS,
  }
}

const storesIn = (dynamo: Dynamo): Stores => ({
  keys: dynamoKeys(dynamo),
  accounts: dynamoAccounts(dynamo),
  counters: dynamoCounters(dynamo),
  ledger: dynamoLedger(dynamo),
  chains: dynamoChains(dynamo, { readMilliseconds: environment.CHAIN_READ_DEADLINE_MS }),
})

const askedDynamo = (): Dynamo => {
  const secrets = deploymentSecrets({
    given: environment.DEPLOYMENT_SECRETS,
    name: environment.DEPLOYMENT_SECRET_NAME,
  })
  return openDynamo({ tablePrefix: environment.TABLE_PREFIX, secrets })
}

let built: Deployment | undefined

/** The deployment of this process. Loading this module throws, naming the variable, if the environment is not valid. */
export const deployment = (): Deployment => {
  built ??= deploymentOver(storesIn(askedDynamo()))
  return built
}

/** Lets this process keep everything in these tables. Call it before a handler is imported, which asks for the deployment. */
export const deployIn = (dynamo: Dynamo): void => {
  built = deploymentOver(storesIn(dynamo))
}
