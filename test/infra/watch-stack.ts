// What must hold of what watches over the front door: it stands where CloudFront counts, can be heard, and logs nobody's
// address.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { accessLogFields } from '../../lib/front/access-log.ts'
import { synthesise } from './synthesise.ts'

const topicArn = 'arn:aws:sns:us-east-1:123456789012:on-call'
const stacks = synthesise({
  region: 'eu-west-1',
  frontDoor: { firewall: 'managed' },
  alarms: { edgeTopicArn: topicArn },
})
const watch = stacks.template('watch')
const found = (type: string): Record<string, unknown>[] =>
  Object.values(watch.findResources(type)).map(({ Properties }) => Properties)

const watched = z.object({ MetricName: z.string(), Namespace: z.string(), Dimensions: z.unknown() })
const watchedBy = ({ Metrics, ...alone }: Record<string, unknown>) =>
  (Metrics === undefined
    ? [watched.parse(alone)]
    : z
        .array(z.object({ MetricStat: z.object({ Metric: watched }).optional() }))
        .parse(Metrics)
        .flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Metric]))
  ).map(({ MetricName, Namespace, Dimensions }) => [MetricName, Namespace, Dimensions])

const distributionId = {
  'Fn::GetStackOutput': { StackName: 'context-compaction-edge', OutputName: 'DistributionId', Region: 'eu-west-1' },
}

describe('the alarms of the front door', () => {
  const alarms = found('AWS::CloudWatch::Alarm')

  it('stand in the region in which CloudFront counts, and are deployed behind the distribution', () => {
    expect(stacks.region('watch')).toBe('us-east-1')
    expect(stacks.dependencies('watch')).toEqual(['context-compaction-edge'])
  })

  it('watch errors and refusals of this distribution, and what the firewall blocks', () => {
    const ofDistribution = [
      { Name: 'DistributionId', Value: distributionId },
      { Name: 'Region', Value: 'Global' },
    ]
    expect(alarms.map(watchedBy)).toEqual([
      [['5xxErrorRate', 'AWS/CloudFront', ofDistribution]],
      [
        ['Requests', 'AWS/CloudFront', ofDistribution],
        ['4xxErrorRate', 'AWS/CloudFront', ofDistribution],
      ],
      [
        [
          'BlockedRequests',
          'AWS/WAFV2',
          [
            { Name: 'Rule', Value: 'ALL' },
            { Name: 'WebACL', Value: 'context-compaction-eu-west-1-firewall' },
          ],
        ],
      ],
    ])
  })

  it('are silent about refusals while there are hardly any requests', () => {
    const refusals = alarms.find(({ AlarmName }) => String(AlarmName).endsWith('EdgeRefusals'))

    expect(JSON.stringify(refusals?.Metrics)).toContain('IF(requests >= 50, refused, 0)')
  })

  it('watch the metric that the firewall writes', () => {
    const [[, acl] = []] = stacks.resources('AWS::WAFv2::WebACL')

    expect(acl?.Properties.VisibilityConfig).toMatchObject({ MetricName: 'context-compaction-eu-west-1-firewall' })
  })

  it.each([
    { region: 'eu-west-1', alarms: { edgeTopicArn: topicArn }, told: [topicArn] },
    { region: 'us-east-1', alarms: { topicArn }, told: [topicArn] },
    { region: 'eu-west-1', alarms: { topicArn: topicArn.replace('us-east-1', 'eu-west-1') }, told: undefined },
  ])('notify a topic of their own region: $alarms in $region', ({ region, alarms: configured, told }) => {
    const one = synthesise({ region, alarms: configured }).template('watch').findResources('AWS::CloudWatch::Alarm')

    for (const { Properties } of Object.values(one)) expect(Properties.AlarmActions).toEqual(told)
  })

  it('are said to notify nobody where the only topic is in another region', () => {
    const warned = (alarms: object) => synthesise({ region: 'eu-west-1', alarms }).warnings('watch')
    const elsewhere = topicArn.replace('us-east-1', 'eu-west-1')

    expect(warned({ topicArn: elsewhere })).toEqual([expect.stringContaining('alarms.edgeTopicArn')])
    for (const alarms of [{}, { topicArn: elsewhere, edgeTopicArn: topicArn }, { addresses: ['on-call@example.com'] }])
      expect(warned(alarms)).toEqual([])
  })

  it('notify addresses through a topic of their own', () => {
    const own = synthesise({ region: 'eu-west-1', alarms: { addresses: ['on-call@example.com'] } }).template('watch')

    expect(Object.keys(own.findResources('AWS::SNS::Topic'))).toHaveLength(1)
  })
})

describe('the access log', () => {
  it('has a line for every request, with how it ended', () => {
    for (const field of ['timestamp(ms)', 'cs-method', 'cs-uri-stem', 'sc-status', 'time-taken'])
      expect(accessLogFields).toContain(field)
    expect(found('AWS::Logs::Delivery')).toMatchObject([{ RecordFields: [...accessLogFields] }])
  })

  it('says nothing of who called: no address, no query, no header', () => {
    expect(accessLogFields.join(' ')).not.toMatch(/c-ip|c-port|forwarded|query|cookie|referer|user-agent|headers/i)
  })

  it('comes from this distribution, into a group that forgets, by the service that delivers logs alone', () => {
    const [policy] = found('AWS::Logs::ResourcePolicy')

    expect(found('AWS::Logs::LogGroup')).toMatchObject([
      { LogGroupName: '/aws/vendedlogs/context-compaction-eu-west-1-watch', RetentionInDays: 30 },
    ])
    expect(JSON.stringify(found('AWS::Logs::DeliverySource'))).toContain(
      JSON.stringify(distributionId['Fn::GetStackOutput'].OutputName),
    )
    expect(JSON.stringify(policy)).toContain('delivery.logs.amazonaws.com')
    expect(JSON.stringify(policy)).toContain('aws:SourceAccount')
  })

  it('can be left out', () => {
    const without = synthesise({ region: 'eu-west-1', frontDoor: { accessLogs: false } }).template('watch')

    expect(without.findResources('AWS::Logs::Delivery')).toEqual({})
    expect(Object.keys(without.findResources('AWS::CloudWatch::Alarm'))).toHaveLength(2)
  })
})

describe('a stage whose region is not known', () => {
  it('is told that its front door goes unwatched', () => {
    expect([...synthesise().templates.keys()]).not.toContain('watch')
    expect(synthesise().warnings('edge')).toEqual([expect.stringContaining('The region is not known')])
    expect(stacks.warnings('edge')).toEqual([])
  })
})
