// What must hold of every resource of a kind, also of a new one: encrypted, with retention where it should be, and kept or
// deleted as the stage says.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { synthesise } from './synthesise.ts'

const everything = {
  frontDoor: { firewall: 'managed' },
  alarms: { addresses: ['on-call@example.com'] },
  ledgerExport: { everyMonth: true },
}
const kept = synthesise(everything)
const passing = synthesise({ ...everything, removal: 'destroy' })

/** How a resource of this type says that it is encrypted. AWS encrypts the others without a setting. */
const encryption: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'AWS::DynamoDB::GlobalTable': { SSESpecification: { SSEEnabled: true } },
  'AWS::S3::Bucket': {
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
  },
  'AWS::SQS::Queue': { SqsManagedSseEnabled: true },
  'AWS::SNS::Topic': { KmsMasterKeyId: expect.anything() },
}

describe('every resource that keeps data', () => {
  it.each(Object.entries(encryption))('%s is encrypted', (type, properties) => {
    const found = kept.resources(type)

    expect(found.length).toBeGreaterThan(0)
    for (const [, { Properties }] of found) expect(Properties).toMatchObject(properties)
  })

  it('is of a kind that is checked here', () => {
    const types = [...kept.templates.values()].flatMap((template) =>
      Object.values<{ Type: string }>(template.toJSON().Resources).map(({ Type }) => Type),
    )
    const keepsData =
      /::(Table|GlobalTable|Bucket|Queue|Topic|Stream|DeliveryStream|FileSystem|DBInstance|DBCluster|Volume)$/

    expect(new Set(types.filter((type) => keepsData.test(type)))).toEqual(new Set(Object.keys(encryption)))
  })

  it('can be reached only over TLS, and never publicly', () => {
    for (const [id, { Properties }] of kept.resources('AWS::S3::Bucket')) {
      const policies = kept
        .resources('AWS::S3::BucketPolicy')
        .filter(([, policy]) => JSON.stringify(policy).includes(id))

      expect(Object.values(Properties.PublicAccessBlockConfiguration ?? {})).toEqual([true, true, true, true])
      expect(JSON.stringify(policies)).toContain('"aws:SecureTransport":"false"')
    }
  })

  it('stays when its stack is deleted', () => {
    const types = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool']
    const policies = types.flatMap((type) => kept.resources(type)).map(([, { DeletionPolicy }]) => DeletionPolicy)

    expect(new Set(policies)).toEqual(new Set(['Retain']))
  })

  it('is deleted with its stack, and nothing else stays, in a stage that leaves nothing behind', () => {
    const staying = [...passing.templates.values()].flatMap((template) =>
      Object.entries<{ DeletionPolicy?: string }>(template.toJSON().Resources)
        .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
        .map(([id]) => id),
    )

    expect(staying).toEqual([])
  })
})

describe('every log group', () => {
  it.each([7, 365])('has the retention of %i days of its stage', (logRetentionDays) => {
    const groups = synthesise({ ...everything, logRetentionDays }).resources('AWS::Logs::LogGroup')

    expect(groups.length).toBeGreaterThan(6)
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBe(logRetentionDays)
  })

  it('is made by a stack, so that no function writes to one without retention', () => {
    for (const [, { Properties }] of kept.resources('AWS::Lambda::Function'))
      expect(Properties.LoggingConfig).toMatchObject({ LogGroup: expect.anything() })
  })
})

describe('every role of a service', () => {
  it('can be assumed for this account alone', () => {
    const trust = z.object({
      Statement: z.array(z.looseObject({ Principal: z.looseObject({}), Condition: z.unknown() })),
    })
    const roles = kept.resources('AWS::IAM::Role')

    expect(roles.length).toBeGreaterThan(8)
    for (const [, { Properties }] of roles)
      for (const { Condition } of trust.parse(Properties.AssumeRolePolicyDocument).Statement)
        expect(Condition).toEqual({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } })
  })
})

describe('every template', () => {
  it('is plain ASCII, because CloudFormation returns other letters as question marks and would always see a change', () => {
    for (const template of kept.templates.values())
      expect(JSON.stringify(template.toJSON()).match(/[^\x20-\x7e]+/g)).toBeNull()
  })

  it('trusts no origin that is not public', () => {
    for (const template of kept.templates.values())
      expect(JSON.stringify(template.toJSON())).not.toMatch(/TRUSTED_|localhost|127\.0\.0\.1/)
  })

  it('has no secret, and no parameter that somebody must fill in', () => {
    for (const template of kept.templates.values()) {
      const { Parameters = {} } = template.toJSON()
      expect(Object.keys(Parameters)).toEqual(['BootstrapVersion'])
    }
  })
})
