// `/metrics` for Prometheus, on a port of its own: callers of the service do not reach it.

import { createServer } from 'node:http'
import { bind } from '../adapters/process/bind.ts'
import { prometheusText } from '../core/metrics/prometheus.ts'
import type { MetricSums } from '../core/metrics/sums.ts'

export interface MetricsOptions {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
  readonly openStreams: () => number
  readonly metricSums: MetricSums
}

/** Listens. Rejects with Node's own error if the port is taken. */
export const openMetrics = async ({ host, port, openStreams, metricSums }: MetricsOptions) => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    const gauges = { open_streams: openStreams(), resident_memory_bytes: process.memoryUsage.rss() }
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
    response.end(prometheusText(metricSums.all(), gauges))
  })
  return { port: await bind(server, port, host), close: () => server.close() }
}
