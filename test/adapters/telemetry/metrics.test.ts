// The metrics that functions print, in CloudWatch's embedded metric format: one line for everything since the last one.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { embeddedMetrics } from '../../../adapters/telemetry/metrics.ts'
import { metricNames } from '../../../core/metrics/names.ts'

/** The rules of the format's specification that a line of ours could break. */
const embedded = z
  .looseObject({
    _aws: z.strictObject({
      Timestamp: z.int().positive(),
      CloudWatchMetrics: z
        .array(
          z.strictObject({
            Namespace: z.string().regex(/^[\w.\-/#:]{1,255}$/),
            Dimensions: z.array(z.array(z.string().min(1)).max(30)).min(1),
            Metrics: z
              .array(z.strictObject({ Name: z.string().min(1).max(1024), Unit: z.enum(['Count', 'Milliseconds']) }))
              .min(1)
              .max(100),
          }),
        )
        .length(1),
    }),
  })
  .superRefine((line, context) => {
    for (const { Dimensions, Metrics } of line._aws.CloudWatchMetrics) {
      for (const name of Dimensions.flat())
        if (typeof line[name] !== 'string' || line[name] === '') context.addIssue(`no value of the dimension ${name}`)
      for (const { Name } of Metrics) {
        const values = [line[Name]].flat()
        if (values.length > 100 || !values.every((value) => typeof value === 'number'))
          context.addIssue(`no values of the metric ${Name}`)
      }
    }
  })

const printing = () => {
  const lines: string[] = []
  const metrics = embeddedMetrics({
    service: 'blue-proxy',
    now: () => 1_764_000_000_000,
    write: (line) => lines.push(line),
  })
  return { ...metrics, lines, parsed: () => lines.map((line) => embedded.parse(JSON.parse(line))) }
}

describe('embedded metrics', () => {
  it('are one line for everything measured since the last one', () => {
    const { measure, flush, lines, parsed } = printing()

    measure({ Requests: 1, TokensSaved: -12.5 })
    measure({ CompressorCalls: 1, CompressorMilliseconds: 4.25 })
    measure({ CompressorCalls: 1, CompressorMilliseconds: 6 })
    expect(lines).toEqual([])
    flush()
    flush()

    expect(parsed()).toEqual([
      expect.objectContaining({
        service: 'blue-proxy',
        Requests: 1,
        TokensSaved: -12.5,
        CompressorCalls: [1, 1],
        CompressorMilliseconds: [4.25, 6],
      }),
    ])
    expect(lines[0]?.indexOf('\n')).toBe((lines[0]?.length ?? 0) - 1)
  })

  it('can hold every metric at once', () => {
    const { measure, flush, parsed } = printing()
    measure(Object.fromEntries(metricNames.map((name) => [name, 1])))
    flush()

    expect(parsed()[0]?._aws.CloudWatchMetrics[0]?.Metrics.map(({ Name }) => Name)).toEqual(metricNames)
  })

  it('print before a metric has more values than the format allows', () => {
    const { measure, flush, parsed } = printing()
    for (let index = 0; index < 250; index += 1) measure({ Requests: 1 })
    flush()

    expect(parsed().map(({ Requests }) => [Requests].flat().length)).toEqual([100, 100, 50])
  })

  it('leave out unknown names and values that are not numbers', () => {
    const { measure, flush, lines } = printing()
    const strange: Record<string, number> = { canary: 1, constructor: 1, Requests: Number.NaN, TokensSaved: Infinity }
    measure(strange)
    flush()

    expect(lines).toEqual([])
  })

  it('never fail, even if nothing can be written', () => {
    const { measure, flush } = embeddedMetrics({
      service: 'proxy',
      now: () => 0,
      write: () => {
        throw new Error('EPIPE')
      },
    })
    measure({ Requests: 1 })

    expect(flush).not.toThrow()
  })
})
