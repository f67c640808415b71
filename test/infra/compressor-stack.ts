// What must hold of the compressor: built in the account without Docker, replaced without a gap, scaled, and isolated.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { permissions } from './policies.ts'
import { logicalId } from './route-functions.ts'
import { type Resource, synthesise } from './synthesise.ts'

const realTime = synthesise()
const serverless = synthesise({ compressor: { kind: 'serverless', memoryMb: 2048, maximumConcurrency: 7 } })

const deployment = z.object({
  AutoRollbackConfiguration: z.object({ Alarms: z.array(z.object({ AlarmName: z.unknown() })) }),
  BlueGreenUpdatePolicy: z.object({
    TrafficRoutingConfiguration: z.object({ Type: z.string(), WaitIntervalInSeconds: z.number() }),
    TerminationWaitInSeconds: z.number(),
    MaximumExecutionTimeoutInSeconds: z.number(),
  }),
})

const only = (stacks: typeof realTime, type: string): readonly [string, Resource] => {
  const [first, ...others] = stacks.resources(type)
  if (first === undefined || others.length > 0) throw new Error(`There is not exactly one ${type}.`)
  return first
}

describe('the image', () => {
  const [customId, custom] = only(realTime, 'Custom::ContainerImage')
  const [, model] = only(realTime, 'AWS::SageMaker::Model')

  it('is built by CodeBuild, from an asset that is a directory', () => {
    const [, project] = only(realTime, 'AWS::CodeBuild::Project')

    expect(project.Properties).toMatchObject({
      Source: { Type: 'NO_SOURCE' },
      Environment: { PrivilegedMode: true, Type: 'LINUX_CONTAINER' },
      TimeoutInMinutes: 12,
    })
    expect(JSON.stringify(custom.Properties.source)).toMatch(/s3:\/\/cdk-.*\.zip/)
  })

  it('is built by the script of image-build.sh alone', () => {
    const [, project] = only(realTime, 'AWS::CodeBuild::Project')
    const { Source } = z.object({ Source: z.object({ BuildSpec: z.string() }) }).parse(project.Properties)
    const script = readFileSync(new URL('../../lib/image/image-build.sh', import.meta.url), 'utf8')

    expect(JSON.parse(Source.BuildSpec)).toEqual({ version: '0.2', phases: { build: { commands: [script] } } })
  })

  it('needs no Docker where the stacks are deployed', () => {
    for (const name of realTime.templates.keys()) expect(realTime.assets(name).dockerImages).toEqual({})
    expect(Object.keys(realTime.assets('compressor').files).length).toBeGreaterThan(2)
  })

  it('is tagged by its content, so that unchanged content is not built again', () => {
    const { tag } = custom.Properties

    expect(tag).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(custom.Properties.source)).toContain(String(tag))
    expect(JSON.stringify(model.Properties.PrimaryContainer)).toContain(`:${tag}`)
    expect(only(synthesise({ functions: { memoryMb: 256 } }), 'Custom::ContainerImage')[1].Properties.tag).toBe(tag)
  })

  it('may be an earlier one: nothing is built, and a new model uses it', () => {
    const imageTag = '0'.repeat(64)
    const pinned = synthesise({ compressor: { kind: 'real-time', imageTag } })

    expect(only(pinned, 'Custom::ContainerImage')[1].Properties).toMatchObject({ tag: imageTag, source: 'none' })
    expect(JSON.stringify(only(pinned, 'AWS::SageMaker::Model')[1].Properties.PrimaryContainer)).toContain(
      `:${imageTag}`,
    )
    // Everything else stays, so that returning is the same small step.
    expect(pinned.resources('AWS::CodeBuild::Project')).toEqual(realTime.resources('AWS::CodeBuild::Project'))
  })

  it('exists before a model uses it', () => {
    expect(model.DependsOn).toContain(customId)
  })

  it('is in a scanned repository with immutable tags and older images', () => {
    const [, repository] = only(realTime, 'AWS::ECR::Repository')

    expect(repository.Properties).toMatchObject({
      ImageTagMutability: 'IMMUTABLE',
      ImageScanningConfiguration: { ScanOnPush: true },
    })
  })

  it('is awaited no longer than the build can take', () => {
    expect(Number(custom.Properties.ServiceTimeout)).toBeGreaterThan(15 * 60)
    expect(Number(custom.Properties.ServiceTimeout)).toBeLessThan(30 * 60)
  })
})

describe('the endpoint', () => {
  it.each([
    { name: 'c6i-large', stacks: realTime },
    { name: 'serverless', stacks: serverless },
  ])('$name: a change makes a new model and configuration, and the endpoint stays', ({ name, stacks }) => {
    const [configurationId, configuration] = only(stacks, 'AWS::SageMaker::EndpointConfig')
    const [, model] = only(stacks, 'AWS::SageMaker::Model')
    const [, endpoint] = only(stacks, 'AWS::SageMaker::Endpoint')

    expect(model.Properties.ModelName).toBeUndefined()
    expect(configuration.Properties.EndpointConfigName).toBeUndefined()
    expect(endpoint.Properties.EndpointName).toBe(`context-compaction-compressor-${name}`)
    expect(logicalId(endpoint.Properties.EndpointConfigName)).toBe(configurationId)
  })

  it('is another resource for each kind, because SageMaker cannot turn one into the other', () => {
    expect(only(realTime, 'AWS::SageMaker::Endpoint')[0]).not.toBe(only(serverless, 'AWS::SageMaker::Endpoint')[0])
  })

  it('has another name for another instance type, because an endpoint that scales cannot change it', () => {
    const larger = synthesise({ compressor: { kind: 'real-time', instanceType: 'ml.m5.2xlarge' } })
    const [, endpoint] = only(larger, 'AWS::SageMaker::Endpoint')
    const [, target] = only(larger, 'AWS::ApplicationAutoScaling::ScalableTarget')

    expect(endpoint.Properties.EndpointName).toBe('context-compaction-compressor-m5-2xlarge')
    expect(target.Properties.ResourceId).toBe('endpoint/context-compaction-compressor-m5-2xlarge/variant/current')
  })

  it('real-time: instances, a health check with time to start, and no way out of the container', () => {
    const [, configuration] = only(realTime, 'AWS::SageMaker::EndpointConfig')

    expect(configuration.Properties.ProductionVariants).toEqual([
      expect.objectContaining({
        InstanceType: 'ml.c6i.large',
        InitialInstanceCount: 1,
        ContainerStartupHealthCheckTimeoutInSeconds: 180,
        RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
      }),
    ])
    expect(only(realTime, 'AWS::SageMaker::Model')[1].Properties.EnableNetworkIsolation).toBe(true)
    expect(only(realTime, 'AWS::SageMaker::Endpoint')[1].Properties.RetainAllVariantProperties).toBe(true)
  })

  it('real-time: a new version starts beside the old one, and is rolled back if it fails or is slow', () => {
    const [, endpoint] = only(realTime, 'AWS::SageMaker::Endpoint')
    const { AutoRollbackConfiguration, BlueGreenUpdatePolicy } = deployment.parse(endpoint.Properties.DeploymentConfig)
    const { TerminationWaitInSeconds, MaximumExecutionTimeoutInSeconds, TrafficRoutingConfiguration } =
      BlueGreenUpdatePolicy
    const watched = AutoRollbackConfiguration.Alarms.map(({ AlarmName }) => logicalId(AlarmName))
    const alarms = realTime.resources('AWS::CloudWatch::Alarm').filter(([id]) => watched.includes(id))

    expect(alarms.map(([, { Properties }]) => Properties.MetricName ?? Properties.Metrics)).toEqual([
      'Invocation5XXErrors',
      'ModelLatency',
    ])
    for (const [, { Properties }] of alarms)
      expect(Properties).toMatchObject({
        Namespace: 'AWS/SageMaker',
        Dimensions: [
          { Name: 'EndpointName', Value: endpoint.Properties.EndpointName },
          { Name: 'VariantName', Value: 'current' },
        ],
        // The new version is watched while the old one still waits.
        EvaluationPeriods: expect.toSatisfy(
          (minutes: number) => minutes * 60 < TrafficRoutingConfiguration.WaitIntervalInSeconds,
        ),
        Period: 60,
        TreatMissingData: 'notBreaching',
      })
    expect(TrafficRoutingConfiguration.Type).toBe('ALL_AT_ONCE')
    expect(MaximumExecutionTimeoutInSeconds).toBeGreaterThan(
      TrafficRoutingConfiguration.WaitIntervalInSeconds + TerminationWaitInSeconds,
    )
  })

  it('real-time: SageMaker may look at the alarms, without which it rolls nothing back', () => {
    const looking = (stacks: typeof realTime) => {
      const role = logicalId(only(stacks, 'AWS::SageMaker::Model')[1].Properties.ExecutionRoleArn)
      return permissions(stacks).filter((one) => one.role === role && one.action === 'cloudwatch:DescribeAlarms')
    }

    expect(looking(realTime)).toHaveLength(1)
    expect(looking(serverless)).toEqual([])
  })

  it('serverless: changes over without a fleet', () => {
    expect(only(serverless, 'AWS::SageMaker::Endpoint')[1].Properties.DeploymentConfig).toBeUndefined()
  })

  it('real-time: scales between the configured bounds', () => {
    const stacks = synthesise({
      compressor: { kind: 'real-time', minimumInstances: 2, maximumInstances: 9, requestsPerInstance: 5 },
    })
    const [targetId, target] = only(stacks, 'AWS::ApplicationAutoScaling::ScalableTarget')
    const [, policy] = only(stacks, 'AWS::ApplicationAutoScaling::ScalingPolicy')

    expect(target.Properties).toMatchObject({
      MinCapacity: 2,
      MaxCapacity: 9,
      ResourceId: 'endpoint/context-compaction-compressor-c6i-large/variant/current',
    })
    expect(logicalId(policy.Properties.ScalingTargetId)).toBe(targetId)
    expect(policy.Properties.TargetTrackingScalingPolicyConfiguration).toMatchObject({ TargetValue: 5 })
  })

  it('serverless: memory and concurrency, and no setting that serverless inference lacks', () => {
    const [, configuration] = only(serverless, 'AWS::SageMaker::EndpointConfig')

    expect(configuration.Properties.ProductionVariants).toEqual([
      {
        VariantName: 'current',
        ModelName: expect.anything(),
        InitialVariantWeight: 1,
        ServerlessConfig: { MemorySizeInMB: 2048, MaxConcurrency: 7 },
      },
    ])
    expect(only(serverless, 'AWS::SageMaker::Model')[1].Properties.EnableNetworkIsolation).toBe(false)
    expect(serverless.resources('AWS::ApplicationAutoScaling::ScalableTarget')).toEqual([])
  })

  it('finds its log group with retention when it comes up', () => {
    const [, endpoint] = only(realTime, 'AWS::SageMaker::Endpoint')
    const named = realTime
      .resources('AWS::Logs::LogGroup')
      .find(
        ([, { Properties }]) =>
          Properties.LogGroupName === '/aws/sagemaker/Endpoints/context-compaction-compressor-c6i-large',
      )

    expect(named?.[1].Properties.RetentionInDays).toBe(30)
    expect(endpoint.DependsOn).toContain(named?.[0])
  })

  it('is named in the outputs, with the image that it runs', () => {
    const { tag } = only(realTime, 'Custom::ContainerImage')[1].Properties

    expect(realTime.template('compressor').toJSON().Outputs).toEqual({
      EndpointName: { Value: 'context-compaction-compressor-c6i-large' },
      ImageTag: { Value: tag },
      ImageRepository: { Value: { Ref: only(realTime, 'AWS::ECR::Repository')[0] } },
    })
  })
})
