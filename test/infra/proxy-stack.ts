// What must hold of the functions: one per route, streaming, with least privilege and without trusted origins.

import { describe, expect, it } from 'vitest'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { type Route, routes } from '../../lambdas/routes.ts'
import { environment, parseEnvironment } from '../../lambdas/settings/env.ts'
import { type Permission, permissions } from './policies.ts'
import { logicalId, routeFunction } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const everyRoute: readonly Route[] = routes

const onTable = (name: string, ...actions: string[]): string[] =>
  actions.map((action) => `dynamodb:${action} arn:dynamodb:table/context-compaction-${name}`)

const spelt = ({ action, resource }: Permission): string => `${action} ${resource}`

describe.each(everyRoute)('the function of $name', (route) => {
  const stacks = synthesise()
  const own = routeFunction(stacks, route)
  const mine = permissions(stacks).filter(({ role }) => role === own.Role)

  it('runs on the chosen platform', () => {
    expect(own).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: 900,
    })
  })

  it('may be traced unless the stage says no', () => {
    const untraced = synthesise({ functions: { tracing: false } })

    expect(own.TracingConfig).toEqual({ Mode: 'Active' })
    expect(routeFunction(untraced, route).TracingConfig).not.toEqual({ Mode: 'Active' })
    expect(permissions(untraced).filter(({ action }) => action.startsWith('xray:'))).toEqual([])
  })

  it('has one URL that streams and asks for no signature', () => {
    const urls = stacks
      .resources('AWS::Lambda::Url')
      .filter(([, { Properties }]) => logicalId(Properties.TargetFunctionArn) === own.id)

    expect(urls.map(([, { Properties }]) => Properties)).toMatchObject([
      { AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM', Qualifier: 'live' },
    ])
  })

  it('has both permissions that a public URL needs', () => {
    const [alias] =
      stacks
        .resources('AWS::Lambda::Alias')
        .find(([, { Properties }]) => logicalId(Properties.FunctionName) === own.id) ?? expect.fail('no alias')
    const granted = stacks
      .resources('AWS::Lambda::Permission')
      .filter(([, { Properties }]) => logicalId(Properties.FunctionName) === alias)
      .map(([, { Properties }]) => ({ ...Properties, FunctionName: undefined }))

    expect(granted).toEqual([
      { Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE', Principal: '*' },
      { Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true, Principal: '*' },
    ])
  })

  it('logs JSON only into a group of its own with retention', () => {
    const group = stacks.resources('AWS::Logs::LogGroup').find(([id]) => id === own.LoggingConfig.LogGroup)
    const arn = JSON.stringify({ 'Fn::GetAtt': [own.LoggingConfig.LogGroup, 'Arn'] })

    expect(own.LoggingConfig.LogFormat).toBe('JSON')
    expect(group?.[1].Properties.RetentionInDays).toBe(30)
    expect(mine.map(spelt).filter((line) => line.startsWith('logs:'))).toEqual([
      `logs:CreateLogStream ${arn}`,
      `logs:PutLogEvents ${arn}`,
    ])
  })

  it('has a complete environment that its own code accepts, without trusted origins', () => {
    const { Variables } = own.Environment
    const parsed = parseEnvironment(Variables)
    // Secrets themselves are never in a function's configuration, where many may read them.
    // The others are of stages whose compressor is a thread of the function, or that have a collector, and of other programs.
    const untrusted = Object.keys(environment.shape).filter(
      (name) => !/^TRUSTED_|^OTEL_|^COMPRESSOR_MODULE$|^DEPLOYMENT_SECRETS$|^LINES_INTERVAL_MS$/.test(name),
    )

    expect(Object.keys(Variables).sort()).toEqual(untrusted.sort())
    expect(parsed.TABLE_PREFIX).toBe('context-compaction-')
    expect(parsed.DEPLOYMENT_SECRET_NAME).toBe('context-compaction-deployment-secret')
    expect([...parsed.TRUSTED_UPSTREAM_ORIGINS, ...parsed.TRUSTED_OVERRIDE_ORIGINS]).toEqual([])
    expect(Object.keys(parsed.COMPRESSOR_ENDPOINTS)).toEqual(route.uses.compressor ? [...publicCompressors] : [])
  })

  it('may do only what its route needs, on exactly these resources', () => {
    const expected = [
      ...onTable('keys', 'GetItem', 'UpdateItem'),
      ...onTable('entitlements', 'GetItem'),
      ...onTable('rate-limits', 'GetItem', 'UpdateItem'),
      ...onTable('ledger', 'PutItem'),
      ...(route.uses.chains ? onTable('chains', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem') : []),
      ...(route.uses.compressor
        ? ['sagemaker:InvokeEndpoint arn:sagemaker:endpoint/context-compaction-compressor-c6i-large']
        : []),
      'secretsmanager:GetSecretValue arn:secretsmanager:secret:context-compaction-deployment-secret-??????',
      'xray:PutTelemetryRecords *',
      'xray:PutTraceSegments *',
    ]
    const beyondLogs = mine.map(spelt).filter((line) => !line.startsWith('logs:'))

    expect(beyondLogs.sort()).toEqual(expected.sort())
  })

  it('has a role of its own without a managed policy', () => {
    const holders = stacks
      .resources('AWS::Lambda::Function')
      .filter(([, { Properties }]) => logicalId(Properties.Role) === own.Role)
    const role = stacks.resources('AWS::IAM::Role').find(([id]) => id === own.Role)

    expect(holders).toHaveLength(1)
    expect(role?.[1].Properties.ManagedPolicyArns).toBeUndefined()
  })
})

describe('the proxy stack', () => {
  it('follows the configuration', () => {
    const stacks = synthesise({
      prefix: 'blue-',
      compressor: { kind: 'serverless' },
      functions: { memoryMb: 1024, timeoutSeconds: 60, lookupCacheSeconds: 5 },
      upstreamAnthropic: 'https://gateway.example.com',
      originsCachingAsProvider: ['https://gateway.example.com', 'https://other.example.com'],
    })

    for (const route of everyRoute) {
      const own = routeFunction(stacks, route)
      const { COMPRESSOR_ENDPOINTS, ...variables } = own.Environment.Variables
      const endpoints: unknown = JSON.parse(COMPRESSOR_ENDPOINTS ?? '')

      expect(own).toMatchObject({ MemorySize: 1024, Timeout: 60 })
      expect(variables).toMatchObject({
        TABLE_PREFIX: 'blue-',
        UPSTREAM_ANTHROPIC: 'https://gateway.example.com',
        ORIGINS_CACHING_AS_PROVIDER: 'https://gateway.example.com,https://other.example.com',
        LOOKUP_CACHE_SECONDS: '5',
      })
      expect(endpoints).toEqual(
        route.uses.compressor
          ? { 'helene-1': 'blue-compressor-serverless', 'adeline-1': 'blue-compressor-serverless' }
          : {},
      )
    }
    const spoken = permissions(stacks).map(spelt)
    expect(spoken).toContain('sagemaker:InvokeEndpoint arn:sagemaker:endpoint/blue-compressor-serverless')
    expect(spoken).toContain('dynamodb:PutItem arn:dynamodb:table/blue-ledger')
  })

  it('is deployed behind the tables, and waits for no compressor: that one comes last', () => {
    const stacks = synthesise()

    expect(stacks.dependencies('proxy')).toEqual(['context-compaction-storage'])
    for (const name of ['storage', 'proxy', 'edge'])
      expect(stacks.dependencies('compressor')).toContain(`context-compaction-${name}`)
    for (const name of ['storage', 'proxy', 'edge'])
      expect(stacks.dependencies(name)).not.toContain('context-compaction-compressor')
  })

  it('outputs the URL of every function', () => {
    const { Outputs } = synthesise({ frontDoor: false }).template('proxy').toJSON()

    const words = (name: string): string[] =>
      name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    const own = Object.keys(Outputs).filter((name) => !name.startsWith('ExportsOutput'))
    expect(own).toEqual(everyRoute.map(({ name }) => `${words(name).join('')}Url`))
    expect(Object.keys(Outputs)).toContain('ChatCompletionsUrl')
  })
})
