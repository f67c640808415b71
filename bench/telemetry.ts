// What it costs to say what happened: one exchange's line of metrics and its trace, by our own adapters, and by powertools
// where its packages are installed: npm install --no-save --ignore-scripts @aws-lambda-powertools/metrics @aws-lambda-powertools/tracer

import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { embeddedMetrics } from '../adapters/telemetry/metrics.ts'
import { xrayTracer } from '../adapters/telemetry/tracer.ts'
import { exchangeMetrics } from '../core/metrics/exchange-metrics.ts'
import { bundling } from '../lib/bundles/bundling.ts'
import { aReceipt } from '../test/adapters/dynamo/receipts.ts'
import { median } from '../testkit/report/statistics.ts'

const rounds = 9
const exchanges = 3_000

const receipt = aReceipt({
  provider: 'anthropic',
  tokensBefore: 1_000,
  tokensAfter: 900,
  effectiveTokensBefore: 400,
  effectiveTokensAfter: 350,
  millisecondsPerStep: { authenticate: 0.1, limit: 0.2, recognise: 2, compact: 3, forward: 300, relay: 2_000 },
})
const header = (sampled: 0 | 1) => `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=${sampled}`
/** Nobody listens there: a datagram is sent, and lost. */
const daemon = '127.0.0.1:9'

const nowhere = openSync(devNull, 'w')
const metrics = embeddedMetrics({ service: 'bench', now: Date.now, write: (line) => writeSync(nowhere, line) })
const tracing = (sampled: 0 | 1) => xrayTracer({ daemon, header: () => header(sampled) })
const [unsampled, sampled] = [tracing(0), tracing(1)]

const works: Readonly<Record<string, () => void>> = {
  'metrics: from the receipt to a printed line': () => {
    metrics.measure(exchangeMetrics(receipt))
    metrics.flush()
  },
  'trace: not sampled': () => unsampled(receipt),
  'trace: sampled': () => sampled(receipt),
}

/** Microseconds of user and system time. */
const cost = async (work: () => void): Promise<number> => {
  const taken: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    const before = process.cpuUsage()
    for (let index = 0; index < exchanges; index += 1) {
      work()
      // Datagrams leave between turns of the loop.
      if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve))
    }
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) taken.push((user + system) / exchanges)
  }
  return median(taken)
}

/** Of a module in a process of its own: what it weighs in a bundle, and how long it takes to load. */
const loaded = async (file: string, code: string): Promise<object> => {
  await build({
    ...bundling,
    mainFields: [...bundling.mainFields],
    sourcemap: false,
    outfile: file,
    logLevel: 'silent',
    stdin: { contents: code, resolveDir: import.meta.dirname },
  })
  const timer = `const t = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - t)`
  const env = { AWS_LAMBDA_FUNCTION_NAME: 'bench', LAMBDA_TASK_ROOT: '/', AWS_XRAY_DAEMON_ADDRESS: daemon }
  const start = (): string =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', timer], { env }).toString()
  const times = Array.from({ length: rounds }, () => Number(start()))
  const bundle = readFileSync(file)
  return {
    'bundle, kB': Math.round(bundle.length / 1000),
    'gzip, kB': Math.round(gzipSync(bundle).length / 1000),
    'load, ms': rounded(median(times)),
  }
}

const powertools = {
  metrics: `import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
    const metrics = new Metrics({ namespace: 'bench', serviceName: 'bench' })
    export const line = (values) => {
      for (const name in values) metrics.addMetric(name, MetricUnit.Count, values[name])
      metrics.publishStoredMetrics()
    }`,
  tracer: `import { Tracer } from '@aws-lambda-powertools/tracer'
    export const tracer = new Tracer({ serviceName: 'bench' })`,
}

const isLine = (value: unknown): value is (values: object) => void => typeof value === 'function'

/** The same line by powertools, to the same place. */
const powertoolsCost = async (file: string): Promise<number> => {
  const { line }: { line?: unknown } = await import(file)
  if (!isLine(line)) throw new Error('The bundle has no line.')
  const { write } = process.stdout
  process.stdout.write = (text: Uint8Array | string) => writeSync(nowhere, String(text)) > 0
  try {
    return await cost(() => line(exchangeMetrics(receipt)))
  } finally {
    process.stdout.write = write
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10

const folder = mkdtempSync(join(tmpdir(), 'telemetry-'))
try {
  const weights: Record<string, object> = {}
  const weigh = async (name: string, code: string): Promise<string | undefined> => {
    const file = join(folder, `${name.replace(/\W/g, '')}.mjs`)
    const weight = await loaded(file, code).catch(() => undefined)
    weights[name] = weight ?? { installed: 'no' }
    return weight === undefined ? undefined : file
  }
  await weigh('our metrics', "export * from '../adapters/telemetry/metrics.ts'")
  await weigh('our tracer', "export * from '../adapters/telemetry/tracer.ts'")
  const file = await weigh("powertools' metrics", powertools.metrics)
  await weigh("powertools' tracer", powertools.tracer)

  const spent: Record<string, object> = {}
  const measured = 'CPU per exchange, µs'
  for (const [name, work] of Object.entries(works)) spent[name] = { [measured]: rounded(await cost(work)) }
  if (file !== undefined) spent['metrics: the same by powertools'] = { [measured]: rounded(await powertoolsCost(file)) }
  console.table(spent)
  console.table(weights)
} finally {
  rmSync(folder, { recursive: true })
}
// The socket of the traces is nobody's to close.
process.exit(0)
