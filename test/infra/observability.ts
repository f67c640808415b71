// Alarms watch what the functions really write: both sides are held together here.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defaultTablePrefix } from '../../adapters/dynamo/tables.ts'
import { incidents, metricNamespace } from '../../core/metrics/names.ts'
import { type Synthesised, synthesise } from './synthesise.ts'

/** Of a deployment whose prefix nobody changed. */
const dimensions = { service: `${defaultTablePrefix}proxy` }

const embeddedMetric = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
})

const deployment = fileURLToPath(new URL('../../lambdas/deployment.ts', import.meta.url))

/** What the deployment of the functions prints when it counts, in a process of its own. */
const printedByFunctions = (): unknown[] => {
  const count = `const { deployment, metrics } = await import(${JSON.stringify(deployment)})
const { count, measure } = deployment().ports
for (const name of ${JSON.stringify(incidents)}) count(name)
measure({ Requests: 1, AddedMilliseconds: 1.5 })
metrics.flush()`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', count], {
    env: { AWS_REGION: 'eu-west-1', AWS_LAMBDA_FUNCTION_NAME: 'test' },
    encoding: 'utf8',
  })
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the counts of the functions', () => {
  it('are what alarms and dashboard look at: namespace, dimensions, names', () => {
    const printed = printedByFunctions().map((line) => embeddedMetric.parse(line))
    const [first] = printed

    expect(
      printed
        .flatMap(({ _aws }) => _aws.CloudWatchMetrics)
        .map(({ Namespace, Metrics }) => [Namespace, ...Metrics.map(({ Name }) => Name)]),
    ).toEqual([[metricNamespace, ...incidents, 'Requests', 'AddedMilliseconds']])
    expect(first?._aws.CloudWatchMetrics[0]?.Dimensions).toEqual([Object.keys(dimensions)])
    expect(first).toMatchObject(dimensions)
  })
})

const watched = ['KeyStoreUnreachable', 'LimitStoreUnreachable', 'ReceiptLost', 'FailedOpen'] as const

/** Those for people: the compressor's stack has its own, for SageMaker. */
const watching = (stacks: Synthesised) =>
  stacks.resources('AWS::CloudWatch::Alarm').filter(([, { Properties }]) => Properties.AlarmName !== undefined)

describe('the alarms', () => {
  const alarms = watching(synthesise())
  const named = (name: string) =>
    alarms.find(([, { Properties }]) => Properties.AlarmName === `context-compaction-${name}`)

  it.each([
    'FunctionErrors',
    'FunctionThrottles',
    'KeyStoreUnreachable',
    'LimitStoreUnreachable',
    'ReceiptLost',
    'FailedOpen',
    'CompressorErrors',
  ])('%s is there, says what it means, and silence is not an alarm', (name) => {
    const properties = named(name)?.[1].Properties

    expect(properties).toMatchObject({ TreatMissingData: 'notBreaching' })
    expect(String(properties?.AlarmDescription).length).toBeGreaterThan(20)
    expect(properties?.AlarmActions).toBeUndefined()
  })

  it.each(watched)('%s watches the functions’ own count', (name) => {
    expect(named(name)?.[1].Properties).toMatchObject({
      Namespace: metricNamespace,
      MetricName: name,
      Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
    })
  })

  it('notify a topic when there is one', () => {
    const topicArn = 'arn:aws:sns:eu-west-1:123456789012:on-call'
    const told = watching(synthesise({ alarms: { topicArn } }))

    expect(told.map(([, { Properties }]) => Properties.AlarmActions)).toEqual(Array(alarms.length).fill([topicArn]))
  })

  it('watch the endpoint that is deployed', () => {
    const [, serverless] =
      synthesise({ compressor: { kind: 'serverless' } })
        .resources('AWS::CloudWatch::Alarm')
        .find(([, { Properties }]) => Properties.MetricName === 'Invocation5XXErrors') ?? expect.fail('no such alarm')

    expect(serverless.Properties.Dimensions).toEqual([
      { Name: 'EndpointName', Value: 'context-compaction-compressor-serverless' },
      { Name: 'VariantName', Value: 'current' },
    ])
  })
})

describe('the dashboard', () => {
  it('is one, named after the stage, and shows every count and every route', () => {
    const [dashboard, ...others] = synthesise().resources('AWS::CloudWatch::Dashboard')
    const body = JSON.stringify(dashboard?.[1].Properties.DashboardBody)

    expect(others).toEqual([])
    expect(dashboard?.[1].Properties.DashboardName).toBe('context-compaction-overview')
    for (const text of [...incidents, 'FailedOpen', 'pass-through errors', 'ModelLatency']) expect(body).toContain(text)
  })
})
