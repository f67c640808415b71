import { describe, expect, it } from 'vitest'
import { isSampled, otlpMetrics, otlpSpans } from '../../../core/metrics/otlp.ts'
import { prometheusText } from '../../../core/metrics/prometheus.ts'
import { metricSums } from '../../../core/metrics/sums.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'

const measured = () => {
  const sums = metricSums()
  sums.measure({ Requests: 1, AddedMilliseconds: 2.5, TokensSaved: 10 })
  sums.measure({ Requests: 1, AddedMilliseconds: 1.5, TokensSaved: -30, ChainHits: Number.NaN })
  return sums.all()
}

describe('the page of Prometheus', () => {
  it('has counters, sums of times, and a gauge for what may fall', () => {
    expect(prometheusText(measured(), { open_streams: 3 })).toBe(
      [
        '# TYPE context_compaction_requests_total counter',
        'context_compaction_requests_total 2',
        '# TYPE context_compaction_added_milliseconds summary',
        'context_compaction_added_milliseconds_sum 4',
        'context_compaction_added_milliseconds_count 2',
        '# TYPE context_compaction_tokens_saved gauge',
        'context_compaction_tokens_saved -20',
        '# TYPE context_compaction_open_streams gauge',
        'context_compaction_open_streams 3',
        '',
      ].join('\n'),
    )
  })
})

describe('what a collector gets', () => {
  const teller = { service: 'proxy', instance: 'one' }

  it('is every metric since the process began; what may fall does not claim otherwise', () => {
    const text = JSON.stringify(otlpMetrics(teller, measured(), 1_000, 2_000.5))

    expect(text).toContain('"startTimeUnixNano":"1000000000","timeUnixNano":"2000500000","asDouble":-20')
    expect(text).toContain(
      '"name":"context-compaction.tokens_saved","unit":"1","sum":{"aggregationTemporality":2,"isMonotonic":false',
    )
    expect(text).toContain('"name":"context-compaction.added_milliseconds.count","unit":"1"')
  })

  it('is a span for the exchange and one below it for each step, one after the other', () => {
    const [exchange, ...steps] = otlpSpans(
      aReceipt({ millisecondsPerStep: { authenticate: 1, forward: 20 }, status: 503 }),
    )

    expect(exchange).toMatchObject({ name: 'exchange', status: { code: 2 } })
    expect(steps).toMatchObject([{ name: 'authenticate' }, { name: 'forward' }])
    const [first, second] = steps as Record<string, string>[]
    expect(second?.startTimeUnixNano).toBe(first?.endTimeUnixNano)
    expect(first?.parentSpanId).toBe((exchange as Record<string, string>).spanId)
  })

  it('is about the share of exchanges that was asked for', () => {
    const ids = Array.from({ length: 4_000 }, (_, index) => `01KAM${index}`)
    const sampled = ids.filter((id) => isSampled(id, 0.05)).length

    expect(sampled).toBeGreaterThan(140)
    expect(sampled).toBeLessThan(260)
    expect([isSampled('x', 0), isSampled('x', 1)]).toEqual([false, true])
  })
})
