// Least privilege over all stacks: this lists every wildcard by role, action and reason, and there are no others.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { routes } from '../../lambdas/routes.ts'
import { permissions } from './policies.ts'
import { synthesise } from './synthesise.ts'

const configurations = [
  {},
  { compressor: { kind: 'serverless' } },
  { frontDoor: false, functionUrls: false },
  { removal: 'destroy' },
]

describe('the tags of a stage', () => {
  const stacks = synthesise({ tags: { team: 'platform' }, frontDoor: { firewall: 'managed' } })

  it.each([
    'AWS::Lambda::Function',
    'AWS::Logs::LogGroup',
    'AWS::IAM::Role',
    'AWS::SageMaker::Endpoint',
    'AWS::SageMaker::EndpointConfig',
    'AWS::ECR::Repository',
    'AWS::SecretsManager::Secret',
    'AWS::CloudFront::Distribution',
    'AWS::WAFv2::WebACL',
  ])('are on every %s', (type) => {
    const found = stacks.resources(type)

    expect(found.length).toBeGreaterThan(0)
    for (const [, { Properties }] of found) expect(Properties.Tags).toContainEqual({ Key: 'team', Value: 'platform' })
  })

  it('are on the replica of every table', () => {
    const replicas = z.object({ Replicas: z.array(z.object({ Tags: z.array(z.unknown()) })) })

    for (const [, { Properties }] of stacks.resources('AWS::DynamoDB::GlobalTable'))
      for (const { Tags } of replicas.parse(Properties).Replicas)
        expect(Tags).toContainEqual({ Key: 'team', Value: 'platform' })
  })
})

describe.each(configurations)('the roles of %j', (configuration) => {
  const all = permissions(synthesise(configuration))
  const isRealTime = !('compressor' in configuration)

  it('are more than a few', () => {
    expect(all.length).toBeGreaterThan(40)
  })

  it('have no action with a wildcard', () => {
    expect(all.filter(({ action }) => action.includes('*'))).toEqual([])
  })

  it('have no resource with a wildcard, except where AWS knows no resource', () => {
    const wild = all
      // Objects of one bucket, in stages that empty it before they are deleted.
      .filter(({ action, resource }) => resource.includes('*') && action !== 's3:DeleteObject')
      .map(({ action, resource }) => `${action} ${resource}`)

    expect(wild.sort()).toEqual([
      // Those that take back a version of the functions, and of the compressor.
      ...(isRealTime ? ['cloudwatch:DescribeAlarms *'] : []),
      'cloudwatch:DescribeAlarms *',
      'cloudwatch:PutMetricData *',
      'dynamodb:ListStreams *',
      'ecr:GetAuthorizationToken *',
      'ecr:GetAuthorizationToken *',
      // Versions of a function.
      ...routes.map(() => 'lambda:GetProvisionedConcurrencyConfig :*'),
      ...routes.map(() => 'xray:PutTelemetryRecords *'),
      ...routes.map(() => 'xray:PutTraceSegments *'),
    ])
  })

  it('have no managed policies', () => {
    const managed = synthesise(configuration)
      .resources('AWS::IAM::Role')
      .filter(([, { Properties }]) => Properties.ManagedPolicyArns !== undefined)

    expect(managed.map(([id]) => id)).toEqual([])
  })
})
