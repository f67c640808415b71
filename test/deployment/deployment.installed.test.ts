// A stage in an account: bootstrapped and deployed by the CDK's command line, examined through AWS's API, and used by its
// operator and clients.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TableShape, tableIds, tableName, tables } from '../../adapters/dynamo/tables/tables.ts'
import { routes } from '../../lambdas/routes.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { type Ended, runOperator } from '../bin/operator/run-operator.ts'
import type { Ended as SpokenEnd } from './aws-on-this-machine.ts'
import { deleteCustomResources } from './custom-resources.ts'
import { type DeployedStacks, deployStacks } from './deployed-stacks.ts'
import { passedOver } from './moto-gaps.ts'
import { type RunningDashboard, runDashboard } from './running-dashboard.ts'
import { type RouteInAccount, routeInAccount, runService } from './running-service.ts'

const finallyDo = afterSuite()
let deployed: DeployedStacks
let functions: readonly RouteInAccount[]

beforeAll(async () => {
  deployed = await deployStacks(process.env.MOTO_PYTHON ?? '', finallyDo)
  functions = await Promise.all(routes.map(({ name }) => routeInAccount(deployed, name)))
  process.stdout.write(`In place of AWS:\n${deployed.standIns.map((line) => `  ${line}\n`).join('')}`)
})

/** What the account has of a stack. */
const resourcesOf = async (stack: string): Promise<readonly Partial<Record<string, string>>[]> => {
  const [answer] = await deployed.aws.ask(['cloudformation', 'list_stack_resources', { StackName: stack }])
  return answer.StackResourceSummaries
}

/** The types of a stack's resources: those that the account has, and those that it lacks. */
const created = async (stack: string) => {
  const made = new Set((await resourcesOf(stack)).map(({ LogicalResourceId: id }) => id))
  const all = Object.entries(deployed.templates.get(stack)?.Resources ?? {})
  return {
    made: all.filter(([id]) => made.has(id)).map(([, { Type }]) => Type),
    missing: all.filter(([id]) => !made.has(id)).map(([, { Type }]) => Type),
  }
}

describe('the preflight', () => {
  const resultsOf = ({ said }: Pick<SpokenEnd, 'said'>): Readonly<Record<string, string>> => {
    const { findings }: { findings: { what: string; result: string }[] } = JSON.parse(said)
    return Object.fromEntries(findings.map(({ what, result }) => [what, result]))
  }

  it('stops an account that was never bootstrapped, and lets it pass afterwards', async () => {
    const { before, again } = deployed.preflight
    const after = await again()

    expect([before.code, after.code]).toEqual([1, 0])
    expect(resultsOf(before)).toMatchObject({ 'cdk bootstrap in us-east-1': 'missing', tables: 'ready' })
    expect(resultsOf(after)).toMatchObject({
      'cdk bootstrap in us-east-1': 'ready',
      'right to deploy in us-east-1': 'ready',
      tables: 'ready',
    })
    expect(after.said).toContain(`the stack ${deployed.prefix}storage is CREATE_COMPLETE`)
  })
})

describe('the deployment', () => {
  it('leaves every stack complete, and moto passes over only the known types', async () => {
    const { aws, templates } = deployed
    const missing: string[] = []
    for (const stack of templates.keys()) {
      const [{ Stacks: stacks }] = await aws.ask(['cloudformation', 'describe_stacks', { StackName: stack }])
      expect(stacks[0].StackStatus).toBe('CREATE_COMPLETE')
      const types = await created(stack)
      missing.push(...types.missing)
      process.stdout.write(`${stack}: ${types.made.length} resources created, ${types.missing.length} passed over\n`)
    }
    expect([...new Set(missing)].sort()).toEqual(passedOver)
    expect([...templates.keys()].map((name) => name.replace(deployed.prefix, '')).sort()).toEqual([
      'compressor',
      'container',
      'dashboard',
      'proxy',
      'storage',
    ])
  })

  it('changes nothing when it is run again', async () => {
    const again = await deployed.cdk('deploy', '--all', '--method', 'direct', '--require-approval', 'never')
    expect(again.said.match(/\(no changes\)/g)).toHaveLength(deployed.templates.size)

    const difference = await deployed.cdk('diff', '--fail', '--method', 'template')
    expect(difference).toMatchObject({ code: 0 })
    expect(difference.said).toContain('Number of stacks with differences: 0')
  })

  it('makes an endpoint of the configured instances', async () => {
    const stack = `${deployed.prefix}compressor`
    const configuration = (await resourcesOf(stack)).find(
      ({ ResourceType: type }) => type === 'AWS::SageMaker::EndpointConfig',
    )
    const name = configuration?.PhysicalResourceId?.split('/').at(-1)
    const [{ Endpoints: endpoints }, { ProductionVariants: variants }] = await deployed.aws.ask(
      ['sagemaker', 'list_endpoints'],
      ['sagemaker', 'describe_endpoint_config', { EndpointConfigName: name }],
    )
    expect(endpoints).toMatchObject([{ EndpointStatus: 'InService' }])
    expect(variants).toMatchObject([{ InstanceType: 'ml.c5.large', InitialInstanceCount: 1 }])
  })
})

const keyOf = (partition: string, sort?: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' }]),
]

describe('tables', () => {
  it.each(tableIds)('%s has the keys and the index that the adapters use', async (id) => {
    const shape: TableShape = tables[id]
    const [{ Table: table }] = await deployed.aws.ask([
      'dynamodb',
      'describe_table',
      { TableName: tableName(deployed.prefix, id) },
    ])
    expect(table).toMatchObject({
      TableStatus: 'ACTIVE',
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      KeySchema: keyOf(shape.partitionKey, shape.sortKey),
    })
    const indexes = (table.GlobalSecondaryIndexes ?? []).map((index: Record<string, unknown>) => [
      index.IndexName,
      index.KeySchema,
    ])
    const { index } = shape
    expect(indexes).toEqual(index === undefined ? [] : [[index.name, keyOf(index.partitionKey, index.sortKey)]])
  })
})

describe('functions', () => {
  it('have the code of their assets, byte for byte', () => {
    expect(functions).toHaveLength(routes.length)
    for (const { name, uploaded, CodeSha256 } of functions) {
      expect([name, CodeSha256]).toEqual([name, createHash('sha256').update(uploaded.bytes).digest('base64')])
      const asset = join(deployed.assembly, `asset.${uploaded.hash}`)
      expect(readdirSync(uploaded.folder).sort()).toEqual(readdirSync(asset).sort())
      for (const file of readdirSync(asset))
        expect(readFileSync(join(uploaded.folder, file)).equals(readFileSync(join(asset, file)))).toBe(true)
    }
  })

  it('have a role each, which names existing tables and no wildcard', async () => {
    const { aws, prefix } = deployed
    const [{ TableNames: names }] = await aws.ask(['dynamodb', 'list_tables'])
    const tableArns = names.map((name: string) => `arn:aws:dynamodb:${aws.region}:${aws.account}:table/${name}`)
    expect(new Set(functions.map(({ Role }) => Role)).size).toBe(functions.length)
    for (const { Role } of functions) {
      const RoleName = Role.split('/').at(-1)
      const [{ PolicyDocument: document }] = await aws.ask(['iam', 'get_role_policy', { RoleName, PolicyName: 'own' }])
      // moto returns a document as Python writes it.
      const named = String(document).match(/arn:aws:dynamodb:[^']+/g) ?? []
      expect(tableArns).toEqual(expect.arrayContaining(named))
      expect(named).toContain(`arn:aws:dynamodb:${aws.region}:${aws.account}:table/${prefix}keys`)
      expect(document).not.toContain('*')
    }
  })
})

describe('the service', () => {
  const asked: string[] = []
  let baseUrl = ''
  let key = { key: '', keyId: '' }
  const operator = (...words: string[]): Promise<Ended> =>
    runOperator(words, { ...deployed.aws.variables, TABLE_PREFIX: deployed.prefix })
  const json = async (...words: string[]) => {
    const { code, stdout, stderr } = await operator(...words, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'x-service-auth-token': key.key, 'x-api-key': 'sk-up', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  beforeAll(async () => {
    baseUrl = await runService(
      deployed,
      functions,
      (request, response) => {
        asked.push(request.url ?? '')
        response.setHeader('content-type', 'application/json').end('{"usage":{"input_tokens":30,"output_tokens":7}}')
      },
      finallyDo,
    )
  })

  it('takes an account and keys from its operator', async () => {
    await json('account', 'create', 'acme', '--kind', 'organization')
    await json('account', 'enable-api', 'acme')
    key = await json('key', 'create', 'acme')
    const gone = await json('key', 'create', 'acme')
    await json('key', 'revoke', gone.keyId)
    expect(await json('account', 'show', 'acme')).toMatchObject({ accountId: 'acme', apiAccess: true })
    const listed: { keyId: string; state: string }[] = await json('key', 'list', 'acme')
    expect(listed.map(({ keyId, state }) => [keyId, state]).sort()).toEqual(
      [
        [key.keyId, 'active'],
        [gone.keyId, 'revoked'],
      ].sort(),
    )
  })

  it('proxies a request, compresses messages, and has a receipt for both', async () => {
    const proxied = await post('/provider-a/v1/messages', { model: 'claude-sonnet-4-5', messages: [] })
    expect([proxied.status, await proxied.text()]).toEqual([200, '{"usage":{"input_tokens":30,"output_tokens":7}}'])
    expect(asked).toEqual(['/v1/messages'])
    const content = 'The committee has decided that it will be meeting again in the month of March. '.repeat(40)
    const compressed = await post('/v1/compress', { model: 'helene-1', messages: [{ role: 'user', content }] })
    expect(compressed.status).toBe(200)
    const { messages } = JSON.parse(await compressed.text())
    expect(messages[0].content.length).toBeLessThan(content.length)

    const receipts: { route: string; status: number }[] = await json('ledger', 'acme')
    expect(receipts.map(({ route, status }) => [route, status])).toEqual([
      ['messages', 200],
      ['compress', 200],
    ])
  })

  it('refuses a key that was revoked', async () => {
    const { key: secret, keyId } = await json('key', 'create', 'acme')
    await json('key', 'revoke', keyId)
    const { status } = await fetch(`${baseUrl}/provider-a/v1/models`, { headers: { 'x-service-auth-token': secret } })
    expect(status).toBe(401)
  })
})

describe('the dashboard', () => {
  let dashboard: RunningDashboard
  beforeAll(async () => {
    dashboard = await runDashboard(deployed, 'other', finallyDo)
  })

  it('knows where it is and who signs people in, though each of them was made before the other', () => {
    expect(dashboard.settings).toEqual({
      dashboardUrl: expect.stringMatching(/^https:\/\/dashboardfunction\w+\.lambda-url\.us-east-1\.on\.aws$/),
      baseUrl: expect.stringMatching(/^http:\/\/[\w-]+\.us-east-1\.elb\.amazonaws\.com$/),
      issuer: expect.stringMatching(/^https:\/\/cognito-idp\.us-east-1\.amazonaws\.com\/us-east-1_PeoplePool/),
      clientId: expect.stringMatching(/^PeoplePoolClient/),
      personal: { accounts: 'on-first-login', entitlements: ['proxy'], requestsPerMinute: 120 },
    })
  })

  it('shows an owner the account, and generates a key that the service accepts', async () => {
    const { ask } = dashboard
    const operator = (...words: string[]): Promise<Ended> =>
      runOperator(words, { ...deployed.aws.variables, TABLE_PREFIX: deployed.prefix })
    await operator('account', 'create', 'other', '--kind', 'organization')
    expect((await ask('POST', '/api/accounts/other/keys', {})).statusCode).toBe(403)
    await operator('account', 'enable-api', 'other')

    const { accounts } = JSON.parse((await ask('GET', '/api/me')).body)
    expect(accounts.map(({ id, role }: { id: string; role: string }) => [id, role])).toContainEqual(['other', 'owner'])
    for (const path of ['overview', 'sessions', 'settings', 'members', 'audit'])
      expect([path, (await ask('GET', `/api/accounts/other/${path}`)).statusCode]).toEqual([path, 200])
    const generated = await ask('POST', '/api/accounts/other/keys', { label: 'laptop' })
    expect(generated.statusCode).toBe(201)
    const { secret, key } = JSON.parse(generated.body)
    const { stdout } = await operator('key', 'list', 'other', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ keyId: key.id, state: 'active' }])
    expect(stdout).not.toContain(secret)

    expect((await ask('POST', `/api/accounts/other/keys/${key.id}/revoke`)).statusCode).toBe(200)
    expect((await operator('key', 'list', 'other', '--json')).stdout).toContain('"revoked"')

    const { link } = JSON.parse((await operator('member', 'add', 'other', '--role', 'viewer', '--json')).stdout)
    expect(link).toMatch(/^https:\/\/dashboardfunction[^/]+\/join\/other\./)
  })
})

describe('the restore drill of the runbook', () => {
  const restored = 'deployment-restored-'
  const operator = (...words: string[]) =>
    runOperator(words, { ...deployed.aws.variables, TABLE_PREFIX: deployed.prefix })

  it('brings all tables back beside the ones that are there, ready for use, and says so where they are', async () => {
    const restore = ['tables', 'restore', '--to', restored, '--unprotected', 'yes']
    const { code, stderr } = await operator(...restore)
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\(on .*\)\n$/)])
    expect(await operator(...restore)).toMatchObject({ code: 1, stderr: expect.stringContaining('there already') })
    for (const id of tableIds) {
      const shape: TableShape = tables[id]
      const TableName = tableName(restored, id)
      const [{ Table: table }, { ContinuousBackupsDescription: backups }, { TimeToLiveDescription: expiry }] =
        await deployed.aws.ask(
          ['dynamodb', 'describe_table', { TableName }],
          ['dynamodb', 'describe_continuous_backups', { TableName }],
          ['dynamodb', 'describe_time_to_live', { TableName }],
        )
      const recovery = backups.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus
      expect([id, recovery]).toEqual([id, shape.pointInTimeRecovery ? 'ENABLED' : 'DISABLED'])
      expect(expiry.AttributeName).toBe(shape.expiryAttribute)
      expect(table.StreamSpecification?.StreamEnabled ?? false).toBe(shape.stream !== undefined)
    }
  })

  it('puts them into service: the functions answer the same keys from them', async () => {
    const stacks = ['proxy', 'dashboard'].map((stack) => `${deployed.prefix}${stack}`)
    await deployed.redeploy(stacks, { tablePrefix: restored })
    const again = await Promise.all(routes.map(({ name }) => routeInAccount(deployed, name)))
    expect(new Set(again.map(({ Environment: { Variables } }) => Variables.TABLE_PREFIX))).toEqual(new Set([restored]))
    const FunctionName = `${deployed.prefix}dashboard`
    const [dashboard] = await deployed.aws.ask(['lambda', 'get_function_configuration', { FunctionName }])
    expect(dashboard.Environment.Variables.TABLE_PREFIX).toBe(restored)
    expect(new Set(again.map(({ Environment: { Variables } }) => Variables.SERVICE_NAME))).toEqual(
      new Set([`${deployed.prefix}proxy`]),
    )

    const { code } = await operator('key', 'list', 'acme')
    const from = await runOperator(['key', 'list', 'acme'], { ...deployed.aws.variables, TABLE_PREFIX: restored })
    expect([code, from.code]).toEqual([0, 0])
    expect(from.stdout.split('\n').length).toBeGreaterThan(2)
    for (const id of tableIds)
      await deployed.aws.ask(['dynamodb', 'delete_table', { TableName: tableName(restored, id) }])
  })
})

describe('the end of a stage that leaves nothing behind', () => {
  it('deletes everything, exports of the ledger too', async () => {
    const { aws, prefix, cdk } = deployed
    const [{ StackResourceSummaries: stored }] = await aws.ask([
      'cloudformation',
      'list_stack_resources',
      { StackName: `${prefix}storage` },
    ])
    const { PhysicalResourceId: Bucket } = stored.find(
      ({ ResourceType: type }: { ResourceType: string }) => type === 'AWS::S3::Bucket',
    )
    const month = await runOperator(['ledger', 'export', '--month', thisMonth(), '--to', `s3://${Bucket}/exports`], {
      ...aws.variables,
      TABLE_PREFIX: prefix,
    })
    expect(month).toMatchObject({ code: 0, stderr: `(on ${aws.endpoint})\n` })
    const [{ KeyCount: exported }] = await aws.ask(['s3', 'list_objects_v2', { Bucket }])
    expect(exported).toBeGreaterThan(0)

    await deleteCustomResources(deployed)
    expect(await cdk('destroy', '--all', '--force')).toMatchObject({ code: 0 })

    const [{ TableNames }, { Buckets }, { Functions }, { Endpoints }, { Roles }, { logGroups }, { Parameters }] =
      await aws.ask(
        ['dynamodb', 'list_tables'],
        ['s3', 'list_buckets'],
        ['lambda', 'list_functions'],
        ['sagemaker', 'list_endpoints'],
        ['iam', 'list_roles'],
        ['logs', 'describe_log_groups'],
        ['ssm', 'describe_parameters'],
      )
    const left = (things: readonly Record<string, unknown>[], name: string): unknown[] =>
      things.map((thing) => thing[name]).filter((known) => String(known).startsWith(prefix))
    expect({ TableNames, Functions, Endpoints }).toEqual({ TableNames: [], Functions: [], Endpoints: [] })
    expect([...left(Buckets, 'Name'), ...left(Roles, 'RoleName'), ...left(logGroups, 'logGroupName')]).toEqual([])
    expect(
      Parameters.map(({ Name }: { Name: string }) => Name).filter((name: string) => name.includes(prefix)),
    ).toEqual([])
  })
})

const thisMonth = (): string => new Date().toISOString().slice(0, 7)
