// Tells an OpenTelemetry collector what was measured and traced, over HTTP. Never fails and never waits long: what a collector does
// not take is dropped, because a failed trace must not fail an exchange. The first time is reported: a setting may be wrong.

import type { Trace } from '../../core/metrics/measure.ts'
import { isSampled, otlpMetrics, otlpSpans, otlpTraces, type Teller } from '../../core/metrics/otlp.ts'
import type { MetricSums } from '../../core/metrics/sums.ts'
import { reasonsOf } from '../../core/runtime/error-chain.ts'
import type { Log } from '../../core/runtime/log.ts'

export interface TelemetryOptions {
  /** Base of the collector, without `/v1/traces`; absent: nothing is told. */
  readonly endpoint: string | undefined
  /** As `name=value`, separated by commas. */
  readonly headers: string
  /** Share of the exchanges that are traced, from 0 to 1. */
  readonly share: number
  /** Between two tellings after an exchange. */
  readonly intervalMilliseconds: number
  readonly teller: Teller
  readonly sums: MetricSums
  /** Told which setting may be wrong, and no value of one. */
  readonly report: Log['warn']
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds that only grow: a clock that is put back holds no telling up. */
  readonly elapsed: () => number
}

export interface Telemetry {
  readonly trace: Trace
  /** Flushes, unless it did so a moment ago. */
  afterExchange(): Promise<void>
  /** Resolves when the collector has it, or has not answered in time. Never rejects. */
  flush(): Promise<void>
}

const patienceMilliseconds = 1_000
/** More than a minute of a busy process. Beyond them a collector that does not answer costs traces and no memory. */
const mostSpans = 5_000

const nothing: Telemetry = { trace: () => {}, afterExchange: async () => {}, flush: async () => {} }

/** Name and value; undefined for what is no such pair. */
const headerIn = (pair: string): readonly [string, string] | undefined => {
  const [, name = '', value = ''] = /^\s*(.+?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? []
  try {
    return name === '' ? undefined : [name, decodeURIComponent(value)]
  } catch {
    return undefined
  }
}

const headersOf = (text: string, report: Log['warn']): Record<string, string> => {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  const read = pairs.map(headerIn).filter((pair) => pair !== undefined)
  if (read.length < pairs.length) report('OTEL_EXPORTER_OTLP_HEADERS is not all name=value', {})
  return Object.fromEntries(read)
}

/** See `Telemetry`. */
export const otlpTelemetry = (options: TelemetryOptions): Telemetry => {
  const { endpoint, share, teller, sums, report, now, elapsed } = options
  if (endpoint === undefined) return nothing
  const headers = { 'content-type': 'application/json', ...headersOf(options.headers, report) }
  const since = now()
  let spans: object[] = []
  let flushedAt = elapsed()
  let isReported = false

  const notTaken = (fields: Readonly<Record<string, unknown>>): void => {
    if (!isReported) report('the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take what it is told', fields)
    isReported = true
  }

  const post = async (path: string, document: object): Promise<void> => {
    try {
      const url = `${endpoint.replace(/\/$/, '')}${path}`
      const signal = AbortSignal.timeout(patienceMilliseconds)
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(document), signal })
      await answer.arrayBuffer()
      if (!answer.ok) notTaken({ path, status: answer.status })
    } catch (error) {
      // A collector that goes away later is for its own alarms to tell.
      notTaken({ path, causes: reasonsOf(error) })
    }
  }

  const flush = async (): Promise<void> => {
    const taken = spans
    spans = []
    flushedAt = elapsed()
    const at = now()
    await Promise.all([
      ...(taken.length === 0 ? [] : [post('/v1/traces', otlpTraces(teller, taken))]),
      ...(sums.all().size === 0 ? [] : [post('/v1/metrics', otlpMetrics(teller, sums.all(), Math.min(since, at), at))]),
    ])
  }

  return {
    trace(receipt) {
      if (!isSampled(receipt.exchangeId, share) || spans.length >= mostSpans) return
      spans.push(...otlpSpans(receipt))
    },
    async afterExchange() {
      if (elapsed() - flushedAt >= options.intervalMilliseconds) await flush()
    },
    flush,
  }
}
