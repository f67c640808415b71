// The configuration of a stage: the shipped files, what a file can set, and errors that name the file and the field.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseStage, readStage } from '../../lib/stage/stage-file.ts'
import { cdkContext } from './cdk-json.ts'

const parse = (document: unknown) => parseStage(document, 'config/mine.json')

describe('the shipped configuration', () => {
  const names = readdirSync(new URL('../../config/', import.meta.url)).map((name) => name.replace(/\.json$/, ''))

  it('is a default and a development stage, both complete', () => {
    expect(names.sort()).toEqual(['default', 'development'])
    for (const stage of names) expect(readStage({ stage }).prefix).toMatch(/-$/)
    expect(new Set(names.map((stage) => readStage({ stage }).prefix)).size).toBe(names.length)
  })

  it('is the default if no stage is named', () => {
    expect(readStage({})).toMatchObject({
      prefix: 'context-compaction-',
      removal: 'retain',
      functionUrls: true,
      frontDoor: { enabled: true, responseTimeoutSeconds: 120, keepAliveSeconds: 60, firewall: false },
      compressor: { kind: 'real-time', instanceType: 'ml.c6i.large', minimumInstances: 1, maximumInstances: 4 },
      functions: { memoryMb: 512, timeoutSeconds: 900, lookupCacheSeconds: 60, arrivalDeadlineMilliseconds: 1500 },
      upstreamAnthropic: 'https://api.anthropic.com',
      upstreamOpenai: 'https://api.openai.com/v1',
    })
  })

  it('trusts no private origin', () => {
    expect(JSON.stringify(readStage({}))).not.toMatch(/trust/i)
  })
})

describe('the context', () => {
  it('is the CDK’s own, except for the stage and two switches', () => {
    const switches = { 'cli-telemetry': false, 'acknowledged-issue-numbers': [1], 'aws:cdk:bundling-stacks': [] }

    expect(readStage({ ...cdkContext, ...switches })).toEqual(readStage({}))
  })

  it('leaves out the front door, and the function URLs', () => {
    expect(readStage({ frontDoor: 'false' })).toMatchObject({ functionUrls: true, frontDoor: { enabled: false } })
    expect(readStage({ frontDoor: 'false', functionUrls: 'false' })).toEqual({
      ...readStage({ frontDoor: false }),
      functionUrls: false,
    })
  })

  it.each([
    {
      given: { functionUrls: 'false' },
      says: /default\.json without functionUrls, as the context says, is not a valid configuration\.\n {2}functionUrls: must be true if there is a front door/,
    },
    { given: { frontDoor: 'true' }, says: 'frontDoor: must be false' },
    { given: { compressor: 'serverless' }, says: 'compressor: is not known here' },
    { given: { 'front-door': 'false' }, says: 'front-door: is not known here: frontDoor is' },
    { given: { 'function-urls': 'false' }, says: 'function-urls: is not known here: functionUrls is' },
    { given: { stage: ' ' }, says: 'stage: must be the name of a file in config, or a path that ends in .json' },
    { given: { stage: 5 }, says: 'stage: must be the name of a file in config, or a path that ends in .json' },
    { given: { stage: 'nowhere' }, says: /nowhere\.json is not there\. Stages of this checkout: default, development/ },
    { given: { stage: '../cdk' }, says: /cdk\.json is not a valid configuration\.\n[\s\S]*context: is not known here/ },
  ])('$given is refused: $says', ({ given, says }) => {
    expect(() => readStage(given)).toThrow(says)
  })
})

describe('a file anywhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stages-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (text: string): string => {
    const path = join(folder, 'mine.json')
    writeFileSync(path, text)
    return path
  }

  it('is a stage, named by its path', () => {
    expect(readStage({ stage: file('{"prefix":"mine-"}') }).prefix).toBe('mine-')
  })

  it('is named if it is not JSON or not an object', () => {
    const broken = file('{"prefix":')
    expect(() => readStage({ stage: broken })).toThrow(`${broken} cannot be read as JSON`)
    expect(() => readStage({ stage: file('[]') })).toThrow(/mine\.json is not a valid[\s\S]*must be an object/)
  })
})

describe('a bad field', () => {
  it.each([
    [{ dashboard: { identity: { kind: 'oidc' } } }, 'dashboard.identity.clientId: is missing'],
    [{ dashboard: { identity: { kind: 'saml' } } }, 'dashboard.identity.kind: must have a kind: "cognito" or "oidc"'],
    [{ alarms: { addresses: 'a@example.com' } }, 'alarms.addresses: must be a list'],
    [{ tags: [] }, 'tags: must be an object'],
    [{ prefix: 3 }, 'prefix: must be text'],
  ])('is told in words: %j', (document, said) => {
    expect(() => parse(document)).toThrow(`  ${said}`)
  })

  it.each([
    {
      at: 'prefix',
      document: { prefix: 'Upper-' },
      why: 'SageMaker and the ARNs of endpoints allow only lower-case letters',
    },
    { at: 'prefix', document: { prefix: 'no-dash' }, why: 'names would run together' },
    {
      at: 'prefix',
      document: { prefix: `${'x'.repeat(39)}-`, compressor: { kind: 'real-time', instanceType: 'ml.m6id.32xlarge' } },
      why: 'leaves no room for the name of the endpoint',
    },
    { at: 'tags.aws:own', document: { tags: { 'aws:own': 'x' } }, why: 'AWS’s own' },
    { at: 'removal', document: { removal: 'maybe' }, why: 'no such policy' },
    { at: 'logRetentionDays', document: { logRetentionDays: 4 }, why: 'not one of CloudWatch’s' },
    { at: 'upstreamAnthropic', document: { upstreamAnthropic: 'http://api.example.com' }, why: 'not https' },
    { at: 'upstreamAnthropic', document: { upstreamAnthropic: 'https://10.0.0.1' }, why: 'a private address' },
    {
      at: 'originsCachingAsProvider.0',
      document: { originsCachingAsProvider: ['https://a.example/v1'] },
      why: 'no origin',
    },
    {
      at: 'upstreamAnthropic',
      document: { upstreamAnthropic: 'https://api.example.com/v1' },
      why: 'requests already contain /v1',
    },
    { at: 'upstreamOpenai', document: { upstreamOpenai: 'api.example.com' }, why: 'no URL' },
    { at: 'upstreamOpenai', document: { upstreamOpenai: 'https://api.example.com' }, why: 'without /v1' },
    { at: 'upstreamOpenai', document: { upstreamOpenai: 'https://user:word@api.example.com/v1' }, why: 'credentials' },
    { at: 'frontDoor.enabled', document: { frontDoor: { enabled: false, firewall: 'managed' } }, why: 'before what?' },
    { at: 'functionUrls', document: { functionUrls: 'no' }, why: 'only true and false' },
    { at: 'functionUrls', document: { functionUrls: false }, why: 'the front door leads to them' },
    { at: 'functions.memoryMb', document: { functions: { memoryMb: '512' } }, why: 'no number' },
    {
      at: 'functions.timeoutSeconds',
      document: { functions: { timeoutSeconds: 901 } },
      why: 'above Lambda’s limit',
    },
    { at: 'functions.lookupCacheSeconds', document: { functions: { lookupCacheSeconds: 301 } }, why: 'too long' },
    {
      at: 'functions.arrivalDeadlineMilliseconds',
      document: { functions: { arrivalDeadlineMilliseconds: 1 } },
      why: 'shorter than a call',
    },
    { at: 'frontDoor', document: { frontDoor: 'no' }, why: 'neither a switch nor settings' },
    {
      at: 'frontDoor.responseTimeoutSeconds',
      document: { frontDoor: { responseTimeoutSeconds: 0 } },
      why: 'too short',
    },
    { at: 'frontDoor.keepAliveSeconds', document: { frontDoor: { keepAliveSeconds: 121 } }, why: 'too long' },
    { at: 'frontDoor.firewall', document: { frontDoor: { firewall: true } }, why: 'which one?' },
    {
      at: 'frontDoor.firewall',
      document: { frontDoor: { firewall: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/x/y' } },
      why: 'CloudFront accepts only global ones',
    },
    {
      at: 'frontDoor.domain.certificateArn',
      document: {
        frontDoor: {
          domain: { names: ['llm.example.com'], certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/x' },
        },
      },
      why: 'CloudFront reads only certificates of us-east-1',
    },
    {
      at: 'frontDoor.domain.names.0',
      document: { frontDoor: { domain: { names: ['https://llm.example.com'] } } },
      why: 'a URL, not a name',
    },
    {
      at: 'frontDoor.originSecretGeneration',
      document: { frontDoor: { originSecretGeneration: 0 } },
      why: 'they count from one',
    },
    { at: 'compressor.kind', document: { compressor: { kind: 'lambda' } }, why: 'no such kind' },
    {
      at: 'compressor.imageTag',
      document: { compressor: { kind: 'real-time', imageTag: 'latest' } },
      why: 'empty',
    },
    {
      at: 'compressor.instanceType',
      document: { compressor: { kind: 'real-time', instanceType: 'c6i.large' } },
      why: 'not a type of SageMaker',
    },
    {
      at: 'compressor.instanceType',
      document: { compressor: { kind: 'real-time', instanceType: 'ml.c7g.large' } },
      why: 'ARM, and the image is x86',
    },
    {
      at: 'compressor.minimumInstances',
      document: { compressor: { kind: 'real-time', minimumInstances: 5 } },
      why: 'above the maximum',
    },
    {
      at: 'compressor.requestsPerInstance',
      document: { compressor: { kind: 'real-time', requestsPerInstance: 1.5 } },
      why: 'not a whole number of requests',
    },
    {
      at: 'compressor.memoryMb',
      document: { compressor: { kind: 'real-time', memoryMb: 2048 } },
      why: 'a field of the other kind',
    },
    {
      at: 'compressor.memoryMb',
      document: { compressor: { kind: 'serverless', memoryMb: 3000 } },
      why: 'not a multiple of 1024',
    },
    {
      at: 'compressor.maximumConcurrency',
      document: { compressor: { kind: 'serverless', maximumConcurrency: 201 } },
      why: 'above SageMaker’s limit',
    },
    { at: 'alarms.topicArn', document: { alarms: { topicArn: 'my-topic' } }, why: 'no ARN' },
    { at: 'alarms.addresses.0', document: { alarms: { addresses: ['on-call'] } }, why: 'no address' },
    {
      at: 'alarms.canary',
      document: { frontDoor: false, functionUrls: false, alarms: { canary: true } },
      why: 'nothing to ask',
    },
    {
      at: 'alarms.canary',
      document: {
        compute: 'fargate',
        frontDoor: false,
        functionUrls: false,
        fargate: { certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' },
        alarms: { canary: true },
      },
      why: 'the load balancer has another name than its certificate',
    },
    { at: 'frontDoor.firewal', document: { frontDoor: { firewal: false } }, why: 'a misspelt name' },
    { at: 'egde', document: { egde: true }, why: 'a misspelt name' },
  ])('$at is refused by file and name: $why', ({ at, document }) => {
    expect(() => parse(document)).toThrow(
      new RegExp(`^config/mine\\.json is not a valid configuration\\.\\n(?:.*\\n)*  ${at.replaceAll('.', '\\.')}: .`),
    )
  })

  it('is named with all others at once, each with what was expected', () => {
    expect(() => parse({ removal: 'maybe', functions: { memoryMb: 'lots' } })).toThrow(
      'config/mine.json is not a valid configuration.\n' +
        '  removal: must be "retain" or "destroy"\n' +
        '  functions.memoryMb: must be a whole number from 128 to 10240',
    )
  })
})
