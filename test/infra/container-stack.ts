// Containers in place of functions: what they may do, how they scale and end, and that nobody reaches them but as the stage says.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseEnvironment } from '../../lambdas/settings/env.ts'
import { readSettings } from '../../service/settings.ts'
import { permissions } from './policies.ts'
import { logicalId } from './route-functions.ts'
import { type Synthesised, synthesise } from './synthesise.ts'

const fronted = synthesise({ compute: 'fargate', fargate: { privateEndpoints: true } })
const vpc = {
  id: 'vpc-0123456789abcdef0',
  cidr: '10.1.0.0/16',
  availabilityZones: ['eu-west-1a', 'eu-west-1b'],
  privateSubnetIds: ['subnet-0123456789abcdef0', 'subnet-0123456789abcdef1'],
}
const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/1'
const isolated = synthesise({
  compute: 'fargate',
  frontDoor: false,
  functionUrls: false,
  fargate: { vpc, clients: ['10.0.0.0/8'], certificateArn },
})

const inContainer = (stacks: Synthesised, type: string): Readonly<Record<string, unknown>>[] =>
  Object.values(stacks.template('container').findResources(type)).map(({ Properties }) => Properties)
const only = (stacks: Synthesised, type: string): Readonly<Record<string, unknown>> => {
  const [first, ...others] = inContainer(stacks, type)
  if (first === undefined || others.length > 0) throw new Error(`There is not exactly one ${type}.`)
  return first
}
const task = z.object({
  ContainerDefinitions: z.tuple([
    z.looseObject({ Environment: z.array(z.object({ Name: z.string(), Value: z.unknown() })) }),
  ]),
})
const environmentOf = (stacks: Synthesised): Record<string, string> => {
  const [{ Environment }] = task.parse(only(stacks, 'AWS::ECS::TaskDefinition')).ContainerDefinitions
  return Object.fromEntries(Environment.map(({ Name, Value }) => [Name, String(Value)]))
}

/** By the service of an action: what it is reached by within a VPC. */
const endpointsOf: Readonly<Record<string, readonly string[]>> = {
  dynamodb: ['dynamodb'],
  ecr: ['ecr.api', 'ecr.dkr', 's3'],
  logs: ['logs'],
  sagemaker: ['sagemaker.runtime'],
  secretsmanager: ['secretsmanager'],
}

describe('a stage without containers', () => {
  it('has nothing of them', () => {
    expect(synthesise().templates.has('container')).toBe(false)
    for (const template of synthesise().templates.values())
      expect(JSON.stringify(template.toJSON())).not.toMatch(/AWS::(ECS|EC2|ElasticLoadBalancingV2)/)
  })
})

describe('a container', () => {
  it('has an environment that its own code accepts, for every route', () => {
    const variables = environmentOf(fronted)

    expect(parseEnvironment(variables).COMPRESSOR_ENDPOINTS).toHaveProperty('helene-1')
    expect(parseEnvironment(variables).ORIGIN_SECRETS).toEqual([])
    expect(readSettings(variables)).toMatchObject({ PORT: 8080, EXCHANGE_SECONDS: 900 })
  })

  it('runs on ARM, writes nothing to its disk, and has two minutes to end', () => {
    const definition = only(fronted, 'AWS::ECS::TaskDefinition')

    expect(definition).toMatchObject({
      RuntimePlatform: { CpuArchitecture: 'ARM64' },
      RequiresCompatibilities: ['FARGATE'],
      ContainerDefinitions: [
        { ReadonlyRootFilesystem: true, StopTimeout: 120, LogConfiguration: { LogDriver: 'awslogs' } },
      ],
    })
    expect(only(fronted, 'AWS::CodeBuild::Project')).toMatchObject({ Environment: { Type: 'ARM_CONTAINER' } })
  })

  it('may do what all functions together may, and nothing else', () => {
    const policies = JSON.stringify(inContainer(fronted, 'AWS::IAM::Role'))

    for (const action of [
      'dynamodb:PutItem',
      'dynamodb:BatchGetItem',
      'sagemaker:InvokeEndpoint',
      'secretsmanager:GetSecretValue',
    ])
      expect(policies).toContain(action)
    expect(policies).not.toMatch(/dynamodb:(Scan|Query|DeleteItem)|"secretsmanager:(?!GetSecretValue)/)
  })

  it('gets the headers of a collector from their secret alone', () => {
    const told = synthesise({
      compute: 'fargate',
      telemetry: { otlpEndpoint: 'http://collector.internal:4318', headersSecret: 'otlp' },
    })

    expect(environmentOf(told).OTEL_EXPORTER_OTLP_ENDPOINT).toBe('http://collector.internal:4318')
    expect(JSON.stringify(only(told, 'AWS::ECS::TaskDefinition').ContainerDefinitions)).toContain(
      '"Secrets":[{"Name":"OTEL_EXPORTER_OTLP_HEADERS"',
    )
    expect(environmentOf(told)).not.toHaveProperty('OTEL_EXPORTER_OTLP_HEADERS')
  })

  it('finds that secret by its whole ARN, too', () => {
    const secret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:otlp-a1B2c3'
    const told = synthesise({
      compute: 'fargate',
      telemetry: { otlpEndpoint: 'http://collector.internal:4318', headersSecret: secret },
    })
    const read = permissions(told).filter(({ resource }) => resource.includes('otlp'))

    expect(only(told, 'AWS::ECS::TaskDefinition').ContainerDefinitions).toMatchObject([
      { Secrets: [{ Name: 'OTEL_EXPORTER_OTLP_HEADERS', ValueFrom: secret }] },
    ])
    expect(read.map(({ action, resource }) => [action, resource])).toEqual([['secretsmanager:GetSecretValue', secret]])
  })
})

describe('a load balancer within a network', () => {
  it('is said to stand beside functions that everybody reaches', () => {
    const warned = (stage: object) => synthesise({ compute: 'fargate', ...stage }).warnings('container')

    expect(warned({ frontDoor: false })).toEqual([expect.stringContaining('The functions answer at public URLs')])
    expect(warned({ frontDoor: false, functionUrls: false })).toEqual([])
    expect(warned({})).toEqual([])
  })
})

describe('the containers', () => {
  it('follow open streams and processor, between the bounds of the stage', () => {
    const bounded = synthesise({
      compute: 'fargate',
      fargate: {
        minimumContainers: 3,
        maximumContainers: 7,
        streamsPerContainer: 400,
        vpcCidr: '10.0.0.0/18',
        natGateways: 2,
      },
    })

    expect(only(bounded, 'AWS::ApplicationAutoScaling::ScalableTarget')).toMatchObject({
      MinCapacity: 3,
      MaxCapacity: 7,
    })
    const policies = JSON.stringify(inContainer(bounded, 'AWS::ApplicationAutoScaling::ScalingPolicy'))
    expect(policies).toContain('"MetricName":"OpenStreams","Namespace":"ContextCompactionProxy","Statistic":"Average"')
    expect(policies).toContain('"TargetValue":400')
    expect(policies).toContain('ECSServiceAverageCPUUtilization')
  })

  it('carry the tags of the stage, by which the bill tells whose they are', () => {
    const tagged = synthesise({ compute: 'fargate', tags: { team: 'platform' } })

    expect(only(tagged, 'AWS::ECS::Service')).toMatchObject({
      PropagateTags: 'SERVICE',
      Tags: expect.arrayContaining([{ Key: 'team', Value: 'platform' }]),
    })
  })

  it('have no alarm for their most where that is always reached', () => {
    const alarmsOf = (fargate: object) =>
      inContainer(synthesise({ compute: 'fargate', fargate }), 'AWS::CloudWatch::Alarm').map(
        ({ AlarmName }) => AlarmName,
      )

    expect(alarmsOf({})).toContain('context-compaction-ContainersAtMaximum')
    expect(alarmsOf({ minimumContainers: 2, maximumContainers: 2 })).toEqual(['context-compaction-BalancerErrors'])
  })

  it('are replaced without a gap: a new version that is not ready goes back, an old one finishes its streams', () => {
    expect(only(fronted, 'AWS::ECS::Service')).toMatchObject({
      DeploymentConfiguration: {
        DeploymentCircuitBreaker: { Enable: true, Rollback: true },
        MinimumHealthyPercent: 100,
      },
      NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: 'DISABLED' } },
    })
    const target = only(fronted, 'AWS::ElasticLoadBalancingV2::TargetGroup')
    expect(target).toMatchObject({ HealthCheckPath: '/readyz', Port: 8080 })
    expect(target.TargetGroupAttributes).toContainEqual({
      Key: 'deregistration_delay.timeout_seconds',
      Value: '900',
    })
  })
})

describe('behind a front door', () => {
  it('the load balancer is internal, and CloudFront reaches it within the VPC', () => {
    expect(only(fronted, 'AWS::ElasticLoadBalancingV2::LoadBalancer').Scheme).toBe('internal')
    const edge = fronted.template('edge')
    const [origin] = Object.values(edge.findResources('AWS::CloudFront::VpcOrigin'))
    expect(origin?.Properties.VpcOriginEndpointConfig).toMatchObject({ OriginProtocolPolicy: 'http-only' })
    const [distribution] = Object.values(edge.findResources('AWS::CloudFront::Distribution'))
    const { DistributionConfig } = z
      .object({
        DistributionConfig: z.looseObject({
          Origins: z.array(z.looseObject({})),
          CacheBehaviors: z.unknown().optional(),
        }),
      })
      .parse(distribution?.Properties)
    expect(DistributionConfig.Origins).toMatchObject([{ VpcOriginConfig: { OriginReadTimeout: 120 } }])
    expect(DistributionConfig.CacheBehaviors).toBeUndefined()
  })

  it('CloudFront alone may connect, and comes from addresses of its own: a rule for those of the VPC would not let it in', () => {
    const balancer = only(fronted, 'AWS::ElasticLoadBalancingV2::LoadBalancer')
    const groups = Object.entries(fronted.template('container').findResources('AWS::EC2::SecurityGroup'))
    const [own] = groups.filter(([id]) => JSON.stringify(balancer.SecurityGroups).includes(id))
    const rules = inContainer(fronted, 'AWS::EC2::SecurityGroupIngress').filter(
      ({ GroupId }) => JSON.stringify(GroupId) === JSON.stringify({ 'Fn::GetAtt': [own?.[0], 'GroupId'] }),
    )
    const [list] = Object.entries(fronted.template('container').findResources('Custom::AWS'))

    expect(rules).toMatchObject([
      {
        FromPort: 80,
        ToPort: 80,
        SourcePrefixListId: { 'Fn::GetAtt': [list?.[0], 'PrefixLists.0.PrefixListId'] },
      },
    ])
    expect(own?.[1].Properties).not.toHaveProperty('SecurityGroupIngress')
    expect(JSON.stringify(list?.[1].Properties)).toContain('com.amazonaws.global.cloudfront.origin-facing')
    // It takes minutes until there is one: long enough for a role that is new to be known.
    expect(list?.[1].DependsOn).toContain(
      Object.keys(fronted.template('container').findResources('AWS::ElasticLoadBalancingV2::LoadBalancer'))[0],
    )
  })

  it('what asks for its addresses may do nothing else, and writes into a log with retention', () => {
    const asking = permissions(fronted).filter(({ action }) => action === 'ec2:DescribeManagedPrefixLists')
    const rights = permissions(fronted).filter(({ role }) => role === asking[0]?.role)
    const [, handler] = Object.entries(fronted.template('container').findResources('AWS::Lambda::Function')).find(
      ([, { Properties }]) => logicalId(Properties.Role) === asking[0]?.role,
    ) ?? ['', undefined]

    expect(rights.map(({ action }) => action).sort()).toEqual([
      'ec2:DescribeManagedPrefixLists',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ])
    expect(handler?.Properties.LoggingConfig).toMatchObject({ LogGroup: expect.anything() })
    expect(inContainer(isolated, 'Custom::AWS')).toEqual([])
  })

  it('calls of AWS stay in the VPC if the stage says so: whatever a task may call has an endpoint', () => {
    const services = JSON.stringify(inContainer(fronted, 'AWS::EC2::VPCEndpoint'))
    const tasks = Object.entries(fronted.template('container').findResources('AWS::IAM::Role'))
      .filter(([, { Properties }]) => JSON.stringify(Properties.AssumeRolePolicyDocument).includes('ecs-tasks'))
      .map(([id]) => id)
    const called = permissions(fronted)
      .filter(({ role }) => tasks.includes(role))
      .map(({ action }) => action.slice(0, action.indexOf(':')))

    expect(tasks).toHaveLength(2)
    expect([...new Set(called)].sort()).toEqual(Object.keys(endpointsOf).sort())
    for (const endpoint of Object.values(endpointsOf).flat()) expect(services).toContain(`.${endpoint}"`)
    expect(inContainer(synthesise({ compute: 'fargate' }), 'AWS::EC2::VPCEndpoint')).toHaveLength(2)
  })

  it('the functions stay, with the exports that the front door held, so that the change is one line and back', () => {
    const exportsOf = (stacks: Synthesised): string[] =>
      Object.values(stacks.template('proxy').toJSON().Outputs as Record<string, { Export?: { Name: string } }>)
        .flatMap(({ Export }) => (Export === undefined ? [] : [Export.Name]))
        .sort()

    expect(exportsOf(fronted)).toEqual(expect.arrayContaining(exportsOf(synthesise())))
    expect(fronted.dependencies('edge').some((name) => name.endsWith('container'))).toBe(true)
  })
})

describe('in a network of the operator', () => {
  it('is synthesised without a warning: nothing asks for the route tables that the stage does not name', () => {
    expect(isolated.warnings('container')).toEqual([])
  })

  it('makes no network, and listens with the operator’s certificate', () => {
    expect(inContainer(isolated, 'AWS::EC2::VPC')).toEqual([])
    expect(inContainer(isolated, 'AWS::EC2::NatGateway')).toEqual([])
    expect(only(isolated, 'AWS::ElasticLoadBalancingV2::Listener')).toMatchObject({
      Port: 443,
      Protocol: 'HTTPS',
      Certificates: [{ CertificateArn: certificateArn }],
    })
    expect([...isolated.templates.keys()].sort()).toEqual(['compressor', 'container', 'proxy', 'storage'])
  })

  it('admits the VPC and the ranges that the stage names', () => {
    const ingress = JSON.stringify(inContainer(isolated, 'AWS::EC2::SecurityGroup'))

    expect(ingress).toContain('10.1.0.0/16')
    expect(ingress).toContain('10.0.0.0/8')
    expect(ingress).not.toContain('"CidrIp":"0.0.0.0/0","Description":"from')
  })
})
