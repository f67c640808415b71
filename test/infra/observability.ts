// Alarms watch what the functions really write. This compares both sides.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { incidents, metricNames, metricNamespace } from '../../core/metrics/names.ts'
import { routes } from '../../lambdas/routes.ts'
import { type Synthesised, synthesise } from './synthesise.ts'

/** Dimensions of a deployment with the default prefix. */
const dimensions = { service: `${defaultTablePrefix}proxy` }

/** Metrics that the dashboard leaves out: what the provider takes is no news on a dashboard of ours. */
const notShown = [
  'InputTokensBefore',
  'InputTokensAfter',
  'TokensObserved',
  'ForwardMilliseconds',
  'RelayMilliseconds',
  'CompressMilliseconds',
]

/** The anchor and the text of each section of the runbook. */
const sections = new Map(
  readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1).join('').toLowerCase().replaceAll(' ', '-'), section]),
)

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

/** The output of the functions' deployment when it counts, in a process of its own. */
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
  it('are what alarms and dashboard read: namespace, dimensions, names', () => {
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

/** The alarms for people. The compressor's stack has its own for SageMaker. */
const watching = (stacks: Synthesised) =>
  stacks.resources('AWS::CloudWatch::Alarm').filter(([, { Properties }]) => Properties.AlarmName !== undefined)

/** A stage with every alarm that there is. */
const everyAlarm = {
  region: 'eu-west-1',
  compute: 'fargate',
  frontDoor: { firewall: 'managed' },
  alarms: { canary: true },
  ledgerExport: { everyMonth: true },
}

describe('the alarms', () => {
  const alarms = watching(synthesise(everyAlarm))
  /** Those of the edge have the region of the stage before it. */
  const sectionOf = (alarmName: unknown) =>
    /^context-compaction-(?:eu-west-1-)?(.*)$/.exec(String(alarmName))?.[1] ?? ''
  const named = (name: string) =>
    alarms.find(([, { Properties }]) => sectionOf(Properties.AlarmName) === name)?.[1].Properties
  const names = alarms.map(([, { Properties }]) => sectionOf(Properties.AlarmName))

  it('are these', () => {
    expect(names.sort()).toEqual([
      'AddedTime',
      'BalancerErrors',
      'CacheContradicted',
      'CanaryFails',
      'ChainUnavailable',
      'CompressorErrors',
      'CompressorUnanswered',
      'ConcurrencyNearlyUsed',
      'ContainersAtMaximum',
      'DashboardFailing',
      'EdgeErrors',
      'EdgeRefusals',
      'ExportFailed',
      'FailedOpen',
      'FoldLag',
      'FoldLost',
      'FunctionErrors',
      'FunctionThrottles',
      'KeyStoreUnreachable',
      'LimitStoreUnreachable',
      'ReceiptLost',
      'RecordLost',
      'RequestsBlocked',
      'RequestsRefused',
      'SavingNegative',
      'ServiceFaults',
      'TableReadsThrottled',
      'TableWritesThrottled',
      'UpstreamErrors',
    ])
  })

  it.each(names)(
    '%s says what it means, silence is an alarm of the canary alone, and CloudWatch takes its expression',
    (name) => {
      const { AlarmDescription, TreatMissingData, AlarmActions, Metrics = [] } = named(name) ?? {}

      expect(String(AlarmDescription).length).toBeGreaterThan(40)
      expect(TreatMissingData).toBe(name === 'CanaryFails' ? 'breaching' : 'notBreaching')
      expect(AlarmActions).toBeUndefined()
      // No more than ten metrics in one alarm.
      const read = z.array(z.looseObject({ MetricStat: z.unknown().optional() })).parse(Metrics)
      expect(read.filter(({ MetricStat }) => MetricStat !== undefined).length).toBeLessThanOrEqual(10)
    },
  )

  it.each(names)('%s has a section in the runbook, and its description links there', (name) => {
    const [, anchor] = /docs\/runbook\.md#(\S+)$/.exec(String(named(name)?.AlarmDescription)) ?? []
    const section = sections.get(anchor ?? '') ?? ''

    expect(anchor).toBe(name.toLowerCase())
    for (const part of ['**Means.**', '**Users feel.**', '**Look at.**', '**Do.**']) expect(section).toContain(part)
  })

  it('the runbook describes no alarm that does not exist', () => {
    const ofAlarms = [...sections].filter(([, text]) => text.includes('**Means.**')).map(([anchor]) => anchor)
    expect(ofAlarms.sort()).toEqual(names.map((name) => name.toLowerCase()).sort())
  })

  it.each([
    'KeyStoreUnreachable',
    'LimitStoreUnreachable',
    'ReceiptLost',
    'RecordLost',
    'FailedOpen',
    'UpstreamErrors',
    'ServiceFaults',
  ])('%s watches the functions’ own metric', (name) => {
    expect(named(name)).toMatchObject({
      Namespace: metricNamespace,
      MetricName: name,
      Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
    })
  })

  it('a negative saving is bad, and a missing one is not', () => {
    expect(named('SavingNegative')).toMatchObject({ ComparisonOperator: 'LessThanThreshold', Threshold: 0 })
  })

  it.each(['Read', 'Write'])('count %ss that an index refuses as well as those of its table', (kind) => {
    const metric = z.object({
      MetricStat: z
        .object({ Metric: z.object({ MetricName: z.string(), Dimensions: z.array(z.object({ Value: z.string() })) }) })
        .optional(),
    })
    const watched = z
      .array(metric)
      .parse(named(`Table${kind}sThrottled`)?.Metrics)
      .flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Metric]))

    expect(new Set(watched.map(({ MetricName }) => MetricName))).toEqual(new Set([`${kind}ThrottleEvents`]))
    expect(
      watched
        .map(({ Dimensions }) =>
          Dimensions.map(({ Value }) => Value)
            .sort()
            .join(' '),
        )
        .sort(),
    ).toEqual([
      'by-account context-compaction-keys',
      'by-session context-compaction-ledger',
      'context-compaction-chains',
      'context-compaction-entitlements',
      'context-compaction-keys',
      'context-compaction-ledger',
      'context-compaction-rate-limits',
    ])
  })

  it('notify a topic if there is one', () => {
    const topicArn = 'arn:aws:sns:eu-west-1:123456789012:on-call'
    const told = watching(synthesise({ alarms: { topicArn } }))

    expect(told.length).toBeGreaterThan(10)
    expect(told.map(([, { Properties }]) => Properties.AlarmActions)).toEqual(Array(told.length).fill([topicArn]))
  })

  it('warn at four fifths of the concurrency that the account has, without what is reserved', () => {
    const thresholdOf = (functions: object) =>
      watching(synthesise({ functions })).find(
        ([, { Properties }]) => Properties.MetricName === 'ClaimedAccountConcurrency',
      )?.[1].Properties.Threshold
    const taken = 170 * routes.length

    expect(named('ConcurrencyNearlyUsed')?.Threshold).toBe(800)
    expect(thresholdOf({ accountConcurrency: 10 })).toBe(8)
    expect(thresholdOf({ reservedConcurrency: 170 })).toBe(taken + 0.8 * (1_000 - taken))
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
  const [dashboard, ...others] = synthesise().resources('AWS::CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard?.[1].Properties.DashboardBody)

  it('is one, named after the stage', () => {
    expect(others).toEqual([])
    expect(dashboard?.[1].Properties.DashboardName).toBe('context-compaction-overview')
  })

  it.each([
    ...metricNames.filter((name) => !notShown.some((hidden) => hidden === name)),
    'pass-through errors',
    'ModelLatency',
    'InvocationsPerInstance',
    'ReadThrottleEvents',
    'WriteThrottleEvents',
    'WriteKeyRangeThroughputThrottleEvents',
  ])('shows %s', (text) => {
    expect(body).toContain(text)
  })

  it('shows cold starts instead of instances if there are none', () => {
    const serverless = synthesise({ compressor: { kind: 'serverless' } }).resources('AWS::CloudWatch::Dashboard')
    const text = JSON.stringify(serverless[0]?.[1].Properties.DashboardBody)

    expect(text).toContain('ModelSetupTime')
    expect(text).not.toContain('InvocationsPerInstance')
  })
})
