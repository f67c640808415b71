// The configuration of a stage: defaults, what a command line gives, and errors that name the field.

import { describe, expect, it } from 'vitest'
import { readStage } from '../../lib/config.ts'
import { cdkContext } from './cdk-json.ts'

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readStage({})).toMatchObject({
      prefix: 'context-compaction-',
      edge: true,
      edgeResponseTimeoutSeconds: 120,
      compressor: 'real-time',
      functionMemoryMb: 512,
      functionTimeoutSeconds: 900,
      removal: 'retain',
      upstreamA: 'https://api.anthropic.com',
      upstreamB: 'https://api.openai.com/v1',
      lookupCacheSeconds: 60,
    })
  })

  it('reads the text of a command line as what it means', () => {
    const stage = readStage({
      edge: 'false',
      functionMemoryMb: '1024',
      compressor: 'serverless',
      lookupCacheSeconds: '5',
    })

    expect(stage).toMatchObject({
      edge: false,
      functionMemoryMb: 1024,
      compressor: 'serverless',
      lookupCacheSeconds: 5,
    })
  })

  it('leaves the CDK its own context', () => {
    const switches = { 'cli-telemetry': false, 'acknowledged-issue-numbers': [1], 'aws:cdk:bundling-stacks': [] }

    expect(readStage({ ...cdkContext, ...switches })).toEqual(readStage({}))
  })

  it.each([
    { name: 'prefix', value: 'Upper-', why: 'SageMaker and the ARNs of endpoints know small letters only' },
    { name: 'prefix', value: 'no-dash', why: 'names would run together' },
    { name: 'edge', value: 'no', why: 'only true and false' },
    { name: 'edgeResponseTimeoutSeconds', value: 0, why: 'below what CloudFront takes' },
    { name: 'compressor', value: 'lambda', why: 'no such kind' },
    { name: 'compressorInstanceType', value: 'c6i.large', why: 'not a type of SageMaker' },
    { name: 'compressorInstanceType', value: 'ml.c7g.large', why: 'ARM, and the image is x86' },
    { name: 'compressorMinimumInstances', value: 5, why: 'above the maximum' },
    { name: 'compressorMaximumInstances', value: '1.5', why: 'no half instances' },
    { name: 'compressorRequestsPerInstance', value: '', why: 'empty' },
    { name: 'compressorMemoryMb', value: 3000, why: 'no multiple of 1024' },
    { name: 'compressorMaximumConcurrency', value: 201, why: 'above what SageMaker takes' },
    { name: 'functionMemoryMb', value: 'lots', why: 'no number' },
    { name: 'functionTimeoutSeconds', value: 901, why: 'above what Lambda takes' },
    { name: 'logRetentionDays', value: 4, why: 'not one of CloudWatch’s' },
    { name: 'upstreamA', value: 'http://api.example.com', why: 'not https' },
    { name: 'upstreamB', value: 'api.example.com', why: 'no URL' },
    { name: 'lookupCacheSeconds', value: 301, why: 'longer than a revoked key may live' },
    { name: 'arrivalDeadlineMilliseconds', value: 1, why: 'shorter than a call' },
    { name: 'removal', value: 'maybe', why: 'no such policy' },
    { name: 'alarmTopicArn', value: 'my-topic', why: 'no ARN' },
    { name: 'egde', value: true, why: 'a misspelt name' },
  ])('refuses $name = $value by name: $why', ({ name, value }) => {
    expect(() => readStage({ [name]: value })).toThrow(name)
  })

  it('names every fault at once', () => {
    expect(() => readStage({ edge: 'no', removal: 'maybe' })).toThrow(/edge: [\s\S]*removal: /)
  })

  it('knows no trust in private origins', () => {
    expect(Object.keys(readStage({})).filter((name) => /trust/i.test(name))).toEqual([])
  })
})
