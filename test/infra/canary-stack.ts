// What must hold of the canary: there on request, with one secret to read, asking every few minutes, and heard when it
// falls silent.

import { describe, expect, it } from 'vitest'
import { permissions } from './policies.ts'
import { logicalId } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const stacks = synthesise({ alarms: { canary: true } })
const canary = stacks.template('canary')
const only = (type: string): Record<string, unknown> => {
  const [one, ...others] = Object.values(canary.findResources(type))
  if (one === undefined || others.length > 0) throw new Error(`There is not exactly one ${type}.`)
  return one.Properties
}

describe('the canary', () => {
  it('is left out unless a stage asks for it', () => {
    expect([...synthesise().templates.keys()]).not.toContain('canary')
  })

  it('asks the base URL, or the function of /v1/compress where there is no front door', () => {
    const direct = synthesise({ frontDoor: false, alarms: { canary: true } }).template('canary')
    const [lambda] = Object.values(direct.findResources('AWS::Lambda::Function'))

    expect(JSON.stringify(only('AWS::Lambda::Function').Environment)).toContain('context-compaction-edge')
    expect(JSON.stringify(lambda?.Properties.Environment)).toContain('compress')
  })

  it('asks the load balancer, from within the VPC, where that is all there is', () => {
    const isolated = { compute: 'fargate', frontDoor: false, functionUrls: false, alarms: { canary: true } }
    const within = synthesise(isolated).template('canary')
    const [lambda] = Object.values(within.findResources('AWS::Lambda::Function'))

    expect(JSON.stringify(lambda?.Properties.Environment)).toContain('Balancer')
    expect(lambda?.Properties.VpcConfig).toMatchObject({
      SubnetIds: expect.arrayContaining([expect.anything()]),
      SecurityGroupIds: [expect.anything()],
    })
    expect(only('AWS::Lambda::Function')).not.toHaveProperty('VpcConfig')
  })

  it('may read its key and write its log, and nothing else', () => {
    const { Role } = only('AWS::Lambda::Function')
    const mine = permissions(stacks).filter(({ role }) => role === logicalId(Role))

    expect(mine.map(({ action }) => action).sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
    ])
  })

  it('asks every five minutes, and nobody asks for it again when it failed', () => {
    expect(only('AWS::Scheduler::Schedule')).toMatchObject({
      ScheduleExpression: 'rate(5 minutes)',
      Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
    })
    expect(only('AWS::Lambda::EventInvokeConfig')).toMatchObject({ MaximumRetryAttempts: 0 })
  })

  it('rings when it fails, and when it is not heard', () => {
    expect(only('AWS::CloudWatch::Alarm')).toMatchObject({
      AlarmName: 'context-compaction-CanaryFails',
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      TreatMissingData: 'breaching',
    })
  })
})
