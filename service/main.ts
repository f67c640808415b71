// The service as one process of many streams: the handlers of all routes behind one port, without tables of its own. A container
// runs it, on Fargate or anywhere else. Its environment is that of the functions, and settings.ts.

import './say-why.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { gaugeLine } from '../adapters/telemetry/metrics.ts'
import { carriesServiceKey } from '../core/access/keys/authenticate.ts'
import { openStreamsMetric } from '../core/metrics/names.ts'
import { reasonsOf } from '../core/runtime/error-chain.ts'
import { deployment, metricSums, serviceLabel, telemetry } from '../lambdas/deployment.ts'
import { type FunctionUrls, openFunctionUrls } from '../local/front/function-url.ts'
import { healthPaths } from '../local/front/health.ts'
import { handlers } from '../local/functions/handlers.ts'
import { keepHeapSmall } from '../local/process/heap-growth.ts'
import { outliveReaders } from '../local/process/outlive-readers.ts'
import { listening } from './listening.ts'
import { openMetrics } from './metrics-server.ts'
import { readSettings } from './settings.ts'

/** How often the number of open streams is told; what scales the containers looks every minute. */
const gaugeMilliseconds = 15_000
const askAgainMilliseconds = 1_000
const whereTablesAre =
  'TABLE_PREFIX, AWS_REGION and AWS_ENDPOINT_URL_DYNAMODB say where they are, DEPLOYMENT_SECRET_NAME what keys them.'
/** A load balancer that lets an exchange be silent keeps a connection that rests as long, and answers 502 where it sends into one that closes. */
const restMoreMilliseconds = 30_000

const { HOST, PORT, METRICS_PORT, EXCHANGE_SECONDS, LEAVE_SECONDS, DRAIN_SECONDS } = readSettings()

outliveReaders()
keepHeapSmall()
let isReady = false
let isEnding = false

const front: FunctionUrls = await listening('PORT', () =>
  openFunctionUrls({
    handlers,
    carriesKey: carriesServiceKey,
    host: HOST,
    port: PORT,
    invocationMilliseconds: EXCHANGE_SECONDS * 1_000,
    restMilliseconds: EXCHANGE_SECONDS * 1_000 + restMoreMilliseconds,
    report: (line) => process.stderr.write(`${line}\n`),
    own: healthPaths(() => isReady && !isEnding),
  }),
)
const openStreams = (): number => front.running
const metrics =
  METRICS_PORT === undefined
    ? undefined
    : await listening('METRICS_PORT', () => openMetrics({ host: HOST, port: METRICS_PORT, openStreams, metricSums }))

const tellOpenStreams = (): void => {
  const line = gaugeLine({ service: serviceLabel, name: openStreamsMetric, value: openStreams(), now: Date.now() })
  process.stdout.write(line)
}
setInterval(tellOpenStreams, gaugeMilliseconds).unref()
setInterval(() => void telemetry.flush(), gaugeMilliseconds).unref()

const end = async (): Promise<void> => {
  if (isEnding) return
  isEnding = true
  await wait(LEAVE_SECONDS * 1_000)
  await front.drain(DRAIN_SECONDS * 1_000)
  tellOpenStreams()
  await telemetry.flush()
  metrics?.close()
  process.exit(0)
}
process.on('SIGTERM', end)
process.on('SIGINT', end)

process.stdout.write(
  `${JSON.stringify({ port: front.port, ...(metrics === undefined ? {} : { metricsPort: metrics.port }) })}\n`,
)

if (deployment().ports.compressor.available.length === 0)
  process.stderr.write('Nothing is compacted: neither COMPRESSOR_MODULE nor COMPRESSOR_ENDPOINTS names a compressor.\n')

/** Ready once the tables have answered. Later outages are for the caches to bear: a process that is taken away bears nothing. */
for (let told = ''; !isReady; ) {
  try {
    await deployment().ports.keys.find(randomBytes(32).toString('hex'))
    isReady = true
  } catch (error) {
    const why = `Not ready: the tables cannot be read yet (${reasonsOf(error).join(', ')}). ${whereTablesAre}\n`
    if (why !== told) process.stderr.write(why)
    told = why
    await wait(askAgainMilliseconds)
  }
}
