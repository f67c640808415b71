// Metrics and traces as OpenTelemetry's collector takes them: OTLP in JSON. Names, counts and times only, as in our own traces.

import { createHash } from 'node:crypto'
import type { Receipt } from '../ledger/receipt.ts'
import { type MetricName, mayFall, metricUnit, snakeCase } from './names.ts'
import type { Sum } from './sums.ts'

/** Who tells: the deployment, and the process in it. */
export interface Teller {
  readonly service: string
  readonly instance: string
}

type Value = { readonly stringValue: string } | { readonly intValue: string }

const attribute = (key: string, value: string | number) => {
  const said: Value = typeof value === 'string' ? { stringValue: value } : { intValue: String(value) }
  return { key, value: said }
}

const resource = ({ service, instance }: Teller) => ({
  attributes: [attribute('service.name', service), attribute('service.instance.id', instance)],
})

const scope = { name: 'context-compaction' }

/** Milliseconds since the epoch, in nanoseconds: too large for a number of JSON. */
const nanoseconds = (milliseconds: number): string => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n)

const metric = (name: string, unit: string, value: number, isMonotonic: boolean, since: number, now: number) => ({
  name: `${scope.name}.${name}`,
  unit,
  sum: {
    // Cumulative: each point says everything since the process began.
    aggregationTemporality: 2,
    isMonotonic,
    dataPoints: [{ startTimeUnixNano: nanoseconds(since), timeUnixNano: nanoseconds(now), asDouble: value }],
  },
})

/** `since`, `now`: milliseconds since the epoch. */
export const otlpMetrics = (
  teller: Teller,
  sums: ReadonlyMap<MetricName, Sum>,
  since: number,
  now: number,
): object => ({
  resourceMetrics: [
    {
      resource: resource(teller),
      scopeMetrics: [
        {
          scope,
          metrics: [...sums].flatMap(([name, { count, sum }]) =>
            metricUnit(name) === 'Milliseconds'
              ? [
                  metric(snakeCase(name), 'ms', sum, true, since, now),
                  metric(`${snakeCase(name)}.count`, '1', count, true, since, now),
                ]
              : [metric(snakeCase(name), '1', sum, !mayFall(name), since, now)],
          ),
        },
      ],
    },
  ],
})

const idOf = (bytes: number, ...names: readonly string[]): string =>
  createHash('sha256')
    .update(names.join('\u0000'))
    .digest('hex')
    .slice(0, bytes * 2)

/** The same exchange is sampled everywhere or nowhere. */
export const isSampled = (exchangeId: string, share: number): boolean =>
  Number.parseInt(idOf(4, exchangeId), 16) < share * 2 ** 32

/** The exchange as a span, with one for each of its steps. */
export const otlpSpans = (receipt: Receipt): readonly object[] => {
  const { exchangeId, route, outcome, status, provider } = receipt
  const traceId = idOf(16, exchangeId)
  const spanId = idOf(8, exchangeId)
  const start = Date.parse(receipt.receivedAt)
  let end = start
  const steps = Object.entries(receipt.millisecondsPerStep).map(([name, milliseconds]) => {
    const begin = end
    end += milliseconds
    const times = { startTimeUnixNano: nanoseconds(begin), endTimeUnixNano: nanoseconds(end) }
    return { traceId, spanId: idOf(8, exchangeId, name), parentSpanId: spanId, name, kind: 1, ...times }
  })
  const exchange = {
    traceId,
    spanId,
    name: 'exchange',
    // Of a server.
    kind: 2,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: [
      attribute('exchange.id', exchangeId),
      attribute('exchange.route', route),
      attribute('exchange.outcome', outcome),
      attribute('http.response.status_code', status),
      ...(provider === undefined ? [] : [attribute('exchange.provider', provider)]),
    ],
    status: { code: status >= 500 ? 2 : 0 },
  }
  return [exchange, ...steps]
}

export const otlpTraces = (teller: Teller, spans: readonly object[]): object => ({
  resourceSpans: [{ resource: resource(teller), scopeSpans: [{ scope, spans }] }],
})
