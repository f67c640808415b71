// Values of a stage's file that no deployment could take, each by itself or beside another: refused before anything is made.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requireOfRegion } from '../../lib/stage/of-region.ts'
import { regionsWithout } from '../../lib/stage/region-services.ts'
import { parseStage } from '../../lib/stage/stage-file.ts'

const parse = (document: object) => parseStage(document, 'config/mine.json')

const arn = (service: string, region: string, rest: string) => `arn:aws:${service}:${region}:123456789012:${rest}`
const zone = { id: 'Z123', name: 'example.com' }
const certificate = (region: string) => arn('acm', region, 'certificate/1')
const secret = (region: string) => arn('secretsmanager', region, 'secret:issuer-a1B2c3')
const oidc = (fields: object) => ({
  dashboard: { identity: { kind: 'oidc', issuer: 'https://id.example.com', clientId: 'client', ...fields } },
})
const collector = (fields: object) => ({ telemetry: { otlpEndpoint: 'https://otlp.example.com', ...fields } })
const vpc = {
  id: 'vpc-1',
  cidr: '10.0.0.0/16',
  availabilityZones: ['eu-west-1a', 'eu-west-1b'],
  privateSubnetIds: ['subnet-1', 'subnet-2'],
}
const closed = { frontDoor: false, functionUrls: false, compute: 'fargate' }
const long = `${'a'.repeat(60)}.example.com`

describe('an impossible value', () => {
  it.each([
    { at: 'region', document: { region: 'eu-zentral-1' }, why: 'no point of the compass' },
    { at: 'region', document: { region: 'eu-west' }, why: 'no number' },
    { at: 'tags.a<b', document: { tags: { 'a<b': 'x' } }, why: 'a sign that AWS refuses' },
    { at: 'tags.team', document: { tags: { team: '' } }, why: 'not every kind of resource takes an empty one' },
    {
      at: 'tags',
      document: { tags: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`tag${index}`, 'x'])) },
      why: 'the stage has one of its own',
    },
    { at: 'tags', document: { tags: { Team: 'a', team: 'b' } }, why: 'the same to a role' },
    {
      at: 'originsCachingAsProvider',
      document: { originsCachingAsProvider: Array.from({ length: 100 }, (_, index) => `https://${index}.example.com`) },
      why: 'no function has room for them',
    },
    { at: 'prefix', document: { prefix: 'my--stage-' }, why: 'no repository of images is called that' },
    { at: 'prefix', document: { prefix: 'ssm-stage-' }, why: 'no parameter is called that' },
    { at: 'prefix', document: { prefix: 'aws-stage-', ...oidc({}) }, why: 'no parameter is called that' },
    { at: 'alarms.topicArn', document: { alarms: { topicArn: 'arn:aws:sns:eu-west-1:1:x' } }, why: 'no account' },
    {
      at: 'alarms.topicArn',
      document: { region: 'eu-west-1', alarms: { topicArn: arn('sns', 'us-east-1', 'x') } },
      why: 'alarms notify their own region alone',
    },
    {
      at: 'alarms.edgeTopicArn',
      document: { alarms: { edgeTopicArn: arn('sns', 'eu-west-1', 'x') } },
      why: 'not there',
    },
    { at: 'alarms.addresses', document: { alarms: { addresses: ['a@example.com', 'a@example.com'] } }, why: 'twice' },
    {
      at: 'frontDoor.domain.names',
      document: { frontDoor: { domain: { names: ['llm.other.org'], hostedZone: zone } } },
      why: 'records of another zone',
    },
    {
      at: 'frontDoor.domain.names',
      document: { frontDoor: { domain: { names: ['notexample.com'], hostedZone: zone } } },
      why: 'another zone that ends alike',
    },
    {
      at: 'frontDoor.domain.names',
      document: { frontDoor: { domain: { names: ['a.example.com', 'a.example.com'], hostedZone: zone } } },
      why: 'twice',
    },
    {
      at: 'frontDoor.domain.names.0',
      document: { frontDoor: { domain: { names: [long], hostedZone: zone } } },
      why: 'longer than the first name of a certificate',
    },
    {
      at: 'dashboard.domain.names.1',
      document: {
        dashboard: { domain: { names: ['b.example.com', `${'a'.repeat(64)}.example.com`], hostedZone: zone } },
      },
      why: 'no label of a name is as long',
    },
    {
      at: 'fargate.certificateArn',
      document: { region: 'eu-west-1', fargate: { certificateArn: certificate('us-east-1') } },
      why: 'a load balancer takes those of its region',
    },
    { at: 'fargate.clients.0', document: { fargate: { clients: ['300.0.0.0/99'] } }, why: 'no address' },
    { at: 'fargate.vpcCidr', document: { fargate: { vpcCidr: '999.0.0.0/16' } }, why: 'no address' },
    { at: 'fargate.vpcCidr', document: { fargate: { vpcCidr: '10.0.0.0/19' } }, why: 'no room for the subnets' },
    {
      at: 'fargate.vpc.cidr',
      document: { fargate: { vpc: { ...vpc, cidr: '10.0.0.0/8' } } },
      why: 'no VPC is as large',
    },
    {
      at: 'fargate.vpc.availabilityZones',
      document: { fargate: { vpc: { ...vpc, availabilityZones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'] } } },
      why: 'more than there are subnets',
    },
    {
      at: 'fargate.vpc.privateSubnetIds',
      document: { fargate: { vpc: { ...vpc, privateSubnetIds: ['subnet-1', 'subnet-1'] } } },
      why: 'twice',
    },
    ...['-llm.example.com', 'llm-.example.com', 'llm.-example.com'].map((name) => ({
      at: 'frontDoor.domain.names.0',
      document: { frontDoor: { domain: { names: [name], certificateArn: certificate('us-east-1') } } },
      why: 'a part that begins or ends with a dash',
    })),
    { at: 'fargate.natGateways', document: { fargate: { natGateways: 3 } }, why: 'there are two zones' },
    {
      at: 'fargate.certificateArn',
      document: { compute: 'fargate', fargate: { certificateArn: certificate('eu-west-1') } },
      why: 'CloudFront speaks HTTP to the load balancer',
    },
    {
      at: 'fargate.clients',
      document: { compute: 'fargate', fargate: { clients: ['10.0.0.0/8'] } },
      why: 'CloudFront alone reaches the load balancer',
    },
    {
      at: 'functions.memoryMb',
      document: { functions: { memoryMb: 128 }, compressor: { kind: 'in-function' } },
      why: 'the engines alone take more',
    },
    { at: 'fargate.memoryMb', document: { fargate: { cpu: 256, memoryMb: 30_720 } }, why: 'no pair of Fargate’s' },
    { at: 'fargate.memoryMb', document: { fargate: { cpu: 1_024, memoryMb: 2_500 } }, why: 'no multiple' },
    {
      at: 'dashboard.identity.clientSecretArn',
      document: { region: 'eu-west-1', ...oidc({ clientSecretArn: secret('us-east-1') }) },
      why: 'read in the region of the function',
    },
    {
      at: 'dashboard.identity.clientSecretArn',
      document: oidc({ clientSecretArn: 'arn:aws:secretsmanager:*' }),
      why: 'no secret',
    },
    {
      at: 'dashboard.identity.clientSecretArn',
      document: oidc({ clientSecretArn: arn('secretsmanager', 'eu-west-1', 'secret:issuer') }),
      why: 'a role that names it so may not read it',
    },
    { at: 'dashboard.identity.clientId', document: oidc({ clientId: ' ' }), why: 'blank' },
    { at: 'dashboard.identity.issuer', document: oidc({ issuer: 'https://id.example.com/?x=1' }), why: 'a query' },
    { at: 'telemetry.otlpEndpoint', document: { telemetry: { otlpEndpoint: 'ftp://x' } }, why: 'nothing arrives' },
    {
      at: 'telemetry.otlpEndpoint',
      document: { telemetry: { otlpEndpoint: 'http://x.example.com', headersSecret: 'n' } },
      why: 'a secret in the clear',
    },
    { at: 'telemetry.headersSecret', document: { telemetry: { headersSecret: 'n' } }, why: 'for nobody' },
    { at: 'telemetry.headersSecret', document: collector({ headersSecret: 'otlp:key' }), why: 'no name of a secret' },
    {
      at: 'telemetry.headersSecret',
      document: collector({ headersSecret: arn('secretsmanager', 'eu-west-1', 'secret:otlp') }),
      why: 'a role that names it so may not read it',
    },
    {
      at: 'telemetry.headersSecret',
      document: { region: 'eu-west-1', ...collector({ headersSecret: secret('us-east-1') }) },
      why: 'read in the region of the stack',
    },
    {
      at: 'functions.reservedConcurrency',
      document: { functions: { reservedConcurrency: 1_000, accountConcurrency: 10 } },
      why: 'more than the account has',
    },
    {
      at: 'frontDoor.firewallRequestsPerFiveMinutes',
      document: { frontDoor: { firewallRequestsPerFiveMinutes: 500 } },
      why: 'no firewall of the stage counts',
    },
    {
      at: 'alarms.edgeTopicArn',
      document: { frontDoor: false, alarms: { edgeTopicArn: arn('sns', 'us-east-1', 'x') } },
      why: 'nothing rings there',
    },
    { at: 'upstreamOpenai', document: { upstreamOpenai: '' }, why: 'blank, said once' },
    { at: 'dashboard.operatorContact', document: { dashboard: { operatorContact: ' ' } }, why: 'blank' },
    {
      at: 'dashboard.personalEntitlements.0',
      document: { dashboard: { personalEntitlements: ['admin'] } },
      why: 'unknown',
    },
    {
      at: 'functions.reservedConcurrency',
      document: { functions: { reservedConcurrency: 181 } },
      why: 'Lambda keeps a hundred',
    },
  ])('$at is refused by file and name: $why', ({ at, document }) => {
    expect(() => parse(document)).toThrow(
      new RegExp(`^config/mine\\.json is not a valid configuration\\.\\n  ${at.replaceAll('.', '\\.')}: must .+$`),
    )
  })

  it('says how AWS spells a zone and the file does not', () => {
    const inZone = (hostedZone: object) => () =>
      parse({ frontDoor: { domain: { names: ['a.example.com'], hostedZone } } })

    expect(inZone({ ...zone, name: 'example.com.' })).toThrow('without a dot at its end')
    expect(inZone({ ...zone, id: '/hostedzone/Z123' })).toThrow('without /hostedzone/ before it')
  })

  it('names what is wrong with a name in its own words', () => {
    expect(() => parse({ tags: { 'aws:x': 'y' } })).toThrow('  tags.aws:x: must not begin with aws:')
  })
})

describe('a region without function URLs', () => {
  const said = (region: string) =>
    `  region: must be a region with function URLs, which AWS does not have in ${region}. Or set "frontDoor": false, "functionUrls": false and "compute": "fargate", as docs/deploy.md#without-function-urls says`

  it.each(['il-central-1', 'ap-southeast-7', 'us-gov-west-1', 'cn-northwest-1'])('%s is refused for them', (region) => {
    expect(() => parse({ region })).toThrow(said(region))
    expect(() => parse({ region, frontDoor: false, compute: 'fargate' })).toThrow(said(region))
    expect(() => parse({ region, functionUrls: false })).toThrow(said(region))
  })

  it('is refused as the region of who deploys, too', () => {
    expect(() => requireOfRegion(parse({}), 'il-central-1')).toThrow(
      `The stage cannot be deployed into il-central-1.\n${said('il-central-1')}`,
    )
    for (const region of ['eu-west-1', undefined]) expect(() => requireOfRegion(parse({}), region)).not.toThrow()
    expect(() => requireOfRegion(parse(closed), 'il-central-1')).not.toThrow()
  })

  it.each(['ca-west-1', 'ap-east-2', 'mx-central-1'])(
    '%s is refused whatever is set: no images are built there',
    (region) => {
      for (const stage of [{}, closed])
        expect(() => parse({ region, ...stage })).toThrow(
          `  region: must be a region with CodeBuild, which AWS does not have in ${region}: it builds the images`,
        )
    },
  )

  it.each(['me-central-1', 'us-gov-east-1'])('%s is refused for endpoints of SageMaker, too', (region) => {
    expect(() => parse({ region, ...closed })).toThrow(
      `  compressor.kind: must be "in-function" in ${region}, where AWS`,
    )
    expect(() => parse({ region, ...closed, compressor: { kind: 'in-function' } })).not.toThrow()
  })

  it('is named as docs/deploy.md names it', () => {
    const docs = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
    const [row = ''] = docs.split('\n').filter((line) => line.startsWith('| a region with function URLs |'))
    const listed = [...row.matchAll(/`([a-z]+-[a-z]+-)(\d)`(?: to `-(\d)`)?/g)].flatMap(([, name, first, last]) =>
      Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, at) => `${name}${Number(first) + at}`),
    )
    expect(new Set(listed)).toEqual(regionsWithout['function URLs'])
  })
})

describe('a value that may be right', () => {
  it.each([
    ...['us-east-1', 'eusc-de-east-1'].map((region) => ({ region })),
    ...['us-gov-west-1', 'cn-northwest-1', 'ap-southeast-7', 'eu-south-2'].map((region) => ({ region, ...closed })),
    {
      region: 'us-gov-west-1',
      ...closed,
      alarms: { topicArn: 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:on-call' },
    },
    // Whose region is that of who deploys.
    { alarms: { topicArn: arn('sns', 'us-east-1', 'x') }, ...oidc({ clientSecretArn: secret('eu-west-1') }) },
    { frontDoor: { firewall: 'managed', firewallRequestsPerFiveMinutes: 500 } },
    { tags: { 'cost center': 'Größe 3 + 4 = 7 @ a/b:c', Team_1: '-' } },
    { frontDoor: { domain: { names: ['example.com', 'a.b.example.com', long], hostedZone: zone } } },
    { frontDoor: { domain: { names: ['a--b.x-1.example.com'], certificateArn: certificate('us-east-1') } } },
    { frontDoor: { domain: { names: [long], certificateArn: certificate('us-east-1') } } },
    { fargate: { vpcCidr: '10.0.0.0/18', vpc } },
    // Functions serve: the way to containers and back is one line.
    { fargate: { clients: ['10.0.0.0/8'], certificateArn: certificate('eu-west-1') } },
    { fargate: { cpu: 256, memoryMb: 512 } },
    { fargate: { cpu: 4_096, memoryMb: 30_720 } },
    { compute: 'fargate', telemetry: { otlpEndpoint: 'http://collector.internal:4318', headersSecret: 'otlp' } },
    { region: 'eu-west-1', ...collector({ headersSecret: secret('eu-west-1') }) },
    { functions: { reservedConcurrency: 180 } },
    { tags: Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`tag${index}`, 'x'])) },
    { functions: { memoryMb: 512 }, compressor: { kind: 'in-function' } },
    { functions: { memoryMb: 128 } },
    { prefix: 'my--stage-', compressor: { kind: 'in-function' } },
    { prefix: 'ssm-stage-', dashboard: false },
  ])('%j is taken', (document) => {
    expect(() => parse(document)).not.toThrow()
  })
})
