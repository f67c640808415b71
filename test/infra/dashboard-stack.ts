// What must hold of the dashboard's stack: a host of its own, an issuer without sign-up, a function that can neither read a
// chain secret nor give anybody access, and settings that name what was made.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dashboardGrants } from '../../lib/dashboard/access.ts'
import { permissions } from './policies.ts'
import { logicalId } from './route-functions.ts'
import { type Synthesised, synthesise } from './synthesise.ts'

const stacks = synthesise()
const only = (type: string, of: Synthesised = stacks): Record<string, unknown> => {
  const [one, ...others] = Object.values(of.template('dashboard').findResources(type))
  if (one === undefined || others.length > 0) throw new Error(`There is not exactly one ${type}.`)
  return one.Properties
}
const text = (value: unknown): string => JSON.stringify(value)
const domain = {
  names: ['savings.example.com'],
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0b7c',
}
const secretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:issuer-0b7cD1'
const oidc = { kind: 'oidc', issuer: 'https://id.example.com/realm', clientId: 'dashboard', clientSecretArn: secretArn }

describe('the dashboard’s distribution', () => {
  const { DistributionConfig } = z
    .object({
      DistributionConfig: z.looseObject({
        DefaultCacheBehavior: z.looseObject({ AllowedMethods: z.array(z.string()) }),
        CacheBehaviors: z.array(z.looseObject({ PathPattern: z.string() })),
        Origins: z.array(z.unknown()),
      }),
    })
    .parse(only('AWS::CloudFront::Distribution'))

  it('is another one than the service’s, so that no upstream sets its cookies', () => {
    expect(stacks.resources('AWS::CloudFront::Distribution')).toHaveLength(2)
    expect(DistributionConfig.Origins).toHaveLength(1)
  })

  it('keeps no answer but files, and brings no cookie and no query to these', () => {
    expect(DistributionConfig.DefaultCacheBehavior).toMatchObject({
      // Managed policies: CachingDisabled, AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      ViewerProtocolPolicy: 'redirect-to-https',
    })
    expect(DistributionConfig.CacheBehaviors).toHaveLength(1)
    expect(DistributionConfig.CacheBehaviors[0]).toMatchObject({
      PathPattern: '/assets/*',
      // CachingOptimized, whose key is the path alone.
      CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
      Compress: true,
    })
    expect(DistributionConfig.CacheBehaviors[0]).not.toHaveProperty('OriginRequestPolicyId')
    expect(DistributionConfig.CustomErrorResponses).toContainEqual({ ErrorCode: 404, ErrorCachingMinTTL: 0 })
  })

  it('proves itself to the function, and logs no paths', () => {
    expect(text(DistributionConfig.Origins)).toContain('context-compaction-origin-secret-1')
    expect(text(only('AWS::Lambda::Function').Environment)).toContain('context-compaction-origin-secret-1')
    expect(DistributionConfig).not.toHaveProperty('Logging')
  })

  it('answers to the operator’s own names', () => {
    const named = synthesise({ dashboard: { domain } })
    expect(only('AWS::CloudFront::Distribution', named)).toMatchObject({
      DistributionConfig: {
        Aliases: domain.names,
        ViewerCertificate: { AcmCertificateArn: domain.certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
      },
    })
    expect(named.template('dashboard').toJSON().Outputs.DashboardUrl.Value).toBe('https://savings.example.com')
    expect(text(only('AWS::Cognito::UserPoolClient', named).CallbackURLs)).toBe(
      '["https://savings.example.com/auth/callback"]',
    )
  })

  it('leads to one of several names, where alone people can sign in', () => {
    const named = synthesise({ dashboard: { domain: { ...domain, names: [...domain.names, 'old.example.com'] } } })
    const edgeFunction = only('AWS::CloudFront::Function', named)
    expect(text(edgeFunction.FunctionCode)).toContain('savings.example.com')
    expect(only('AWS::CloudFront::Distribution', named)).toMatchObject({
      DistributionConfig: { DefaultCacheBehavior: { FunctionAssociations: [{ EventType: 'viewer-request' }] } },
    })
    expect(stacks.template('dashboard').findResources('AWS::CloudFront::Function')).toEqual({})
  })
})

describe('the pool of people', () => {
  it('lets nobody sign up, and asks for a second factor where a person has one', () => {
    expect(only('AWS::Cognito::UserPool')).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      UserPoolTier: 'ESSENTIALS',
      DeletionProtection: 'ACTIVE',
    })
    expect(only('AWS::Cognito::UserPool', synthesise({ removal: 'destroy' })).DeletionProtection).toBe('INACTIVE')
  })

  it('has one client: code flow, no secret, back to the dashboard alone', () => {
    const client = only('AWS::Cognito::UserPoolClient')
    expect(client).toMatchObject({
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      GenerateSecret: false,
      PreventUserExistenceErrors: 'ENABLED',
      SupportedIdentityProviders: ['COGNITO'],
    })
    expect(text(client.CallbackURLs)).toMatch(/FrontDistribution.*\/auth\/callback/)
    expect(text(client.LogoutURLs)).toMatch(/FrontDistribution/)
  })

  it('shows pages that are styled, without which it shows none', () => {
    expect(only('AWS::Cognito::UserPoolDomain').ManagedLoginVersion).toBe(2)
    expect(only('AWS::Cognito::ManagedLoginBranding').UseCognitoProvidedValues).toBe(true)
  })

  it('is left out where an issuer of the operator’s says who people are', () => {
    const own = synthesise({ dashboard: { identity: oidc } })
    expect(own.resources('AWS::Cognito::UserPool')).toEqual([])
    expect(text(only('AWS::SSM::Parameter', own).Value)).toContain('https://id.example.com/realm')
    const secrets = permissions(own).filter(({ action }) => action === 'secretsmanager:GetSecretValue')
    const issuers = secrets.filter(({ resource }) => !resource.includes('deployment-secret-??????'))
    expect(issuers.map(({ resource }) => resource)).toEqual([secretArn])
  })
})

describe('the settings that the function reads', () => {
  it('name the dashboard, the service, the issuer and the client', () => {
    const { Name, Value } = only('AWS::SSM::Parameter')
    expect(Name).toBe('/context-compaction-dashboard')
    for (const part of ['FrontDistribution', 'context-compaction-edge', 'ProviderURL', 'PeoplePoolClient'])
      expect(text(Value)).toContain(part)
    expect(text(only('AWS::Lambda::Function').Environment)).toContain('"SETTINGS_PARAMETER":"/context-compaction-dash')
  })
})

const statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat()),
  Resource: z.unknown(),
  Condition: z.unknown().exactOptional(),
})
const policies = z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) }))

describe('the dashboard’s function', () => {
  const role = stacks
    .resources('AWS::IAM::Role')
    .find(([id]) => id === logicalId(only('AWS::Lambda::Function').Role))?.[1].Properties
  const statements = policies.parse(role?.Policies).flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  const onTable = (name: string) => statements.filter(({ Resource }) => text(Resource).includes(`:table/${name}"`))

  it('may read its parameter, write its log, and what is granted on tables', () => {
    const actions = new Set(statements.flatMap(({ Action }) => Action))
    const granted = new Set(dashboardGrants.flatMap((grant) => grant.actions.map((action) => `dynamodb:${action}`)))
    expect(actions).toEqual(
      new Set([
        ...granted,
        'ssm:GetParameter',
        'secretsmanager:GetSecretValue',
        'logs:CreateLogStream',
        'logs:PutLogEvents',
      ]),
    )
  })

  it('can read no chain secret, and change nothing that the operator decides', () => {
    const entitlements = onTable('context-compaction-entitlements')
    const [read, changed, made] = ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:PutItem']
    expect(entitlements.map(({ Action }) => Action)).toEqual([[read], [changed], [made]])
    const limits = (attributes: readonly string[]) => ({
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
      StringEqualsIfExists: {
        'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
        'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
      },
    })
    const shown = ['accountId', 'kind', 'apiAccess', 'entitlements', 'limits', 'compaction', 'prices', 'createdAt']
    expect(entitlements.map(({ Condition }) => Condition)).toEqual([
      limits(shown),
      limits(['accountId', 'compaction', 'prices']),
      // Accounts of people's own alone are made.
      { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`p-${'?'.repeat(20)}`] } },
    ])
  })

  it('can make a key, note its use and end it, and change no other thing of it', () => {
    const keys = onTable('context-compaction-keys')
    expect(keys.map(({ Action }) => Action)).toEqual([
      ['dynamodb:GetItem', 'dynamodb:PutItem'],
      ['dynamodb:UpdateItem'],
    ])
    expect(keys[1]?.Condition).toMatchObject({
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['keyHash', 'revokedAt', 'lastUsedAt', 'expiresAt'] },
    })
  })

  it('sees no conversations and no compressor', () => {
    expect(text(statements)).not.toMatch(/chains|sagemaker/)
  })

  it('has answers of 5xx counted by an alarm', () => {
    const watching = (of: Synthesised) =>
      of.resources('AWS::CloudWatch::Alarm').filter(([, { Properties }]) => Properties.MetricName === 'Url5xxCount')
    const dimensions = [{ Name: 'FunctionName', Value: only('AWS::Lambda::Function').FunctionName }]
    expect(watching(stacks).map(([, { Properties }]) => Properties.Dimensions)).toEqual([dimensions])
    expect(watching(synthesise({ dashboard: false }))).toEqual([])
  })
})

describe('a stage', () => {
  it.each([{ dashboard: false }, { functionUrls: false, frontDoor: false }])('has no dashboard with %j', (stage) => {
    expect([...synthesise(stage).templates.keys()]).not.toContain('dashboard')
  })

  it('without a front door has its dashboard at the function’s own URL', () => {
    const direct = synthesise({ frontDoor: false })
    expect(direct.resources('AWS::CloudFront::Distribution')).toEqual([])
    expect(text(only('AWS::Cognito::UserPoolClient', direct).CallbackURLs)).toContain('DashboardFunction')
    expect(text(only('AWS::SSM::Parameter', direct).Value)).toMatch(/DashboardFunction.*messagesFunction/)
  })

  it('of containers without a front door shows the base URL that only a network reaches, unless a certificate names another', () => {
    const contained = { frontDoor: false, compute: 'fargate' }
    const shown = (stage: Record<string, unknown>) => text(only('AWS::SSM::Parameter', synthesise(stage)).Value)
    expect(shown(contained)).toMatch(/DashboardFunction.*http:.*context-compaction-container:\w*DNSName/)
    const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/1'
    expect(shown({ ...contained, fargate: { certificateArn } })).toMatch(/DashboardFunction.*messagesFunction/)
  })

  it('has its dashboard behind the secrets, and before the compressor', () => {
    expect(stacks.dependencies('dashboard')).toEqual(['context-compaction-edge'])
    expect(stacks.dependencies('compressor')).toContain('context-compaction-dashboard')
  })

  it.each([
    [{ frontDoor: false, dashboard: { domain } }, 'dashboard.domain: must be left out without a front door'],
    [{ frontDoor: { domain }, dashboard: { domain } }, 'dashboard.domain.names: must be other names'],
    [{ dashboard: { identity: { ...oidc, issuer: 'http://id.example.com' } } }, 'must be an https URL'],
    [{ dashboard: { identity: { kind: 'oidc', issuer: oidc.issuer } } }, 'dashboard.identity.clientId'],
    [{ dashboard: { identity: { ...oidc, clientSecretArn: 'secret' } } }, 'must be the whole ARN of a secret'],
    [{ prefix: 'my-aws-stage-' }, 'prefix: must not contain aws, amazon or cognito'],
  ])('%j is refused', (stage, fault) => {
    expect(() => synthesise(stage)).toThrow(fault)
  })

  it('may be called after AWS where nobody’s page is named after it', () => {
    expect(() => synthesise({ prefix: 'my-aws-stage-', dashboard: { identity: oidc } })).not.toThrow()
  })
})
