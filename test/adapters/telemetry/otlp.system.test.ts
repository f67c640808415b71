// When an OpenTelemetry collector is told what was measured, whatever the clock does.

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { otlpTelemetry } from '../../../adapters/telemetry/otlp.ts'
import { metricSums } from '../../../core/metrics/sums.ts'
import { listen } from '../../../testkit/listen.ts'

const noon = Date.parse('2026-11-27T12:00:00Z')
const interval = 10_000

/** What a collector gets of a process whose clocks the test moves. */
const told = async ({ headers = '', status = 200 } = {}) => {
  const reported: unknown[] = []
  const points: { readonly startTimeUnixNano: string; readonly timeUnixNano: string }[] = []
  const server = createServer(async (request, response) => {
    const { resourceMetrics } = JSON.parse(await text(request))
    points.push(resourceMetrics[0].scopeMetrics[0].metrics[0].sum.dataPoints[0])
    response.writeHead(status).end('{}')
  })
  const { origin } = await listen(server, { finallyDo: onTestFinished })
  const clock = { now: noon, elapsed: 500 }
  const sums = metricSums()
  sums.measure({ Requests: 1 })
  const telemetry = otlpTelemetry({
    endpoint: origin,
    headers,
    share: 1,
    intervalMilliseconds: interval,
    teller: { service: 's', instance: 'i' },
    sums,
    report: (message, fields) => reported.push([message, fields]),
    now: () => clock.now,
    elapsed: () => clock.elapsed,
  })
  return { clock, points, telemetry, reported }
}

it('is told once in an interval, after an exchange', async () => {
  const { clock, points, telemetry } = await told()
  for (const elapsed of [501, 500 + interval, 501 + interval, 499 + 2 * interval, 500 + 2 * interval]) {
    clock.elapsed = elapsed
    await telemetry.afterExchange()
  }
  expect(points).toHaveLength(2)
})

it('is told on when the clock is put back, of a time that does not begin behind its end', async () => {
  const { clock, points, telemetry } = await told()
  clock.now -= 3_600_000
  clock.elapsed += interval
  await telemetry.afterExchange()
  const [point] = points
  expect(point?.timeUnixNano).toBe(`${clock.now}000000`)
  expect(BigInt(point?.startTimeUnixNano ?? 0)).toBeLessThanOrEqual(BigInt(clock.now) * 1_000_000n)
})

it('reports the first time that it does not take what it is told', async () => {
  const { telemetry, reported } = await told({ status: 404 })
  await telemetry.flush()
  await telemetry.flush()
  expect(reported).toEqual([
    [expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'), { path: '/v1/metrics', status: 404 }],
  ])
})

it('reports headers that nobody can send', async () => {
  const { telemetry, reported } = await told({ headers: 'a b=c' })
  await telemetry.flush()
  expect(reported).toEqual([[expect.any(String), { path: '/v1/metrics', causes: ['TypeError'] }]])
})

it.each([
  ['api-key=secret, x-tenant = a%20b,', 0],
  ['api-key', 1],
  ['api-key=%zz', 1],
])(
  'is told on, whatever its headers are, and faults in them are reported without them: %s',
  async (headers, faults) => {
    const { telemetry, points, reported } = await told({ headers })
    await telemetry.flush()
    expect(points).toHaveLength(1)
    expect(reported).toEqual(Array(faults).fill(['OTEL_EXPORTER_OTLP_HEADERS is not all name=value', {}]))
  },
)
