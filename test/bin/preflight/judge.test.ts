// What the preflight says of an account, by what it was told of it.

import { describe, expect, it } from 'vitest'
import type { AccountFacts } from '../../../bin/preflight/account-facts.ts'
import { judge } from '../../../bin/preflight/judge.ts'
import { parseStage } from '../../../lib/stage/stage-file.ts'

const stageOf = (document: unknown = {}) => parseStage(document, 'The stage of this test')

/** An account that has been used for years. */
const grown: AccountFacts = {
  identity: { account: '123456789012', region: 'eu-west-1' },
  regions: new Map(
    ['eu-west-1', 'us-east-1'].map((region) => [region, { bootstrap: { value: 30 }, outOfReach: { value: [] } }]),
  ),
  concurrency: { value: 1_000 },
  quotas: new Map([
    [
      'sagemaker',
      {
        value: new Map([
          ['ml.c6i.large for endpoint usage', 20],
          ['Maximum total concurrency that can be allocated across all serverless endpoints', 200],
        ]),
      },
    ],
    ['codebuild', { value: new Map([['Concurrently running builds for Linux/Small environment', 60]]) }],
    ['cloudfront', { value: new Map([['Response timeout per origin', 120]]) }],
  ]),
  storageStack: { value: undefined },
  tables: { value: [] },
  secrets: { value: new Map() },
  zones: new Map(),
  staying: { value: [] },
}

/** An account of today, as AWS gives it out. */
const fresh: Partial<AccountFacts> = {
  regions: new Map(
    ['eu-west-1', 'us-east-1'].map((region) => [
      region,
      { bootstrap: { value: undefined }, outOfReach: { value: ['cdk-hnb659fds-deploy-role'] } },
    ]),
  ),
  concurrency: { value: 10 },
  quotas: new Map([
    ['sagemaker', { value: new Map([['ml.c6i.large for endpoint usage', 0]]) }],
    ['codebuild', { value: new Map([['Concurrently running builds for Linux/Small environment', 0]]) }],
    ['cloudfront', { value: new Map([['Response timeout per origin', 120]]) }],
  ]),
}

const found = (facts: Partial<AccountFacts>, document?: unknown) => {
  const findings = judge(stageOf(document), { ...grown, ...facts })
  return {
    findings,
    of: (what: string) => findings.find((finding) => finding.what === what),
    not: (result: string) => findings.filter((finding) => finding.result !== result).map(({ what }) => what),
  }
}

describe('the preflight', () => {
  it('finds nothing missing in an account that has been used', () => {
    expect(found({}).not('ready')).toEqual([])
  })

  it('tells a fresh account everything that would stop its first deployment, each with what to do', () => {
    const { findings, of } = found(fresh)
    const stopping = findings.filter(({ result }) => result === 'missing')

    expect(stopping.map(({ what }) => what)).toEqual([
      'cdk bootstrap in eu-west-1',
      'cdk bootstrap in us-east-1',
      'compressor instances',
      'build of the image',
    ])
    for (const { todo = '' } of stopping) expect(todo.length).toBeGreaterThan(20)
    expect(of('cdk bootstrap in us-east-1')?.todo).toBe('npx cdk bootstrap aws://123456789012/us-east-1')
    expect(of('compressor instances')?.todo).toContain('Ask for 8 of "ml.c6i.large for endpoint usage"')
  })

  it('warns of few environments, and stops where some are to be reserved that are not there', () => {
    expect(found({ concurrency: { value: 10 } }).of('functions at once')).toMatchObject({ result: 'limited' })
    const reserving = { functions: { reservedConcurrency: 20 } }
    expect(found({ concurrency: { value: 10 } }, reserving).of('functions at once')).toMatchObject({
      result: 'missing',
      todo: expect.stringContaining('reservedConcurrency'),
    })
    expect(found({}, reserving).of('functions at once')).toMatchObject({ result: 'ready' })
  })

  it('compares what the alarm takes for the concurrency of the account with what it is', () => {
    expect(found({ concurrency: { value: 3_000 } }).of('functions at once')?.todo).toContain(
      'accountConcurrency to 3000',
    )
    const told = { functions: { accountConcurrency: 3_000 } }
    expect(found({ concurrency: { value: 3_000 } }, told).of('functions at once')).toMatchObject({ result: 'ready' })
  })

  it('asks for processors and builds of containers where a stage has some', () => {
    const document = {
      compute: 'fargate',
      fargate: { minimumContainers: 4, maximumContainers: 40, cpu: 2_048, memoryMb: 4_096 },
    }
    const quotas = new Map(grown.quotas)
      .set('fargate', { value: new Map([['Fargate On-Demand vCPU resource count', 6]]) })
      .set('codebuild', { value: new Map([['Concurrently running builds for ARM/Small environment', 0]]) })
    const { of } = found({ quotas }, document)

    expect(of('processors of the containers')).toMatchObject({ result: 'missing', todo: expect.stringContaining('80') })
    expect(of('build of the container')).toMatchObject({ result: 'missing' })
    expect(found({}).of('processors of the containers')).toBeUndefined()
  })

  it('wants room for a second fleet beside the first one, and goes on without it', () => {
    const quotas = new Map(grown.quotas).set('sagemaker', { value: new Map([['ml.c6i.large for endpoint usage', 4]]) })

    expect(found({ quotas }).of('compressor instances')).toMatchObject({ result: 'limited' })
  })

  it.each([
    [{ compressor: { kind: 'serverless' } }, 'compressor concurrency'],
    [{ compressor: { kind: 'real-time', imageTag: '0'.repeat(64) } }, 'compressor instances'],
  ])('asks for what %j needs alone', (document, what) => {
    const compressor = found({}, document).findings.filter(({ what: named }) => /compressor|build/.test(named))

    expect(compressor.map(({ what: named }) => named)).toContain(what)
    expect(compressor).toHaveLength('imageTag' in document.compressor ? 1 : 2)
  })

  it('names a region without function URLs, and a time that CloudFront does not give', () => {
    const identity = { account: '123456789012', region: 'eu-central-2' }
    expect(found({ identity }).of('function URLs in eu-central-2')).toMatchObject({ result: 'missing' })
    expect(
      found({ identity }, { frontDoor: false, functionUrls: false }).of('function URLs in eu-central-2'),
    ).toMatchObject({
      result: 'ready',
    })
    expect(found({}, { frontDoor: { responseTimeoutSeconds: 180 } }).of('silence before the first byte')).toMatchObject(
      {
        result: 'missing',
      },
    )
  })

  it('names what the file has of another region than that of the credentials', () => {
    const topic = (region: string) => ({ alarms: { topicArn: `arn:aws:sns:${region}:123456789012:on-call` } })

    expect(found({}, topic('us-east-1')).of('alarms.topicArn')).toMatchObject({
      result: 'missing',
      todo: expect.stringContaining('eu-west-1'),
    })
    expect(found({}, topic('eu-west-1')).not('ready')).toEqual([])
  })

  it.each([
    { what: 'a bootstrap that is too old', bootstrap: 3, outOfReach: [], says: /npx cdk bootstrap/ },
    { what: 'a caller without the right', bootstrap: 30, outOfReach: ['a-role'], says: /sts:AssumeRole/ },
  ])('stops at $what', ({ bootstrap, outOfReach, says }) => {
    const regions = new Map([['eu-west-1', { bootstrap: { value: bootstrap }, outOfReach: { value: outOfReach } }]])
    const stopping = found({ regions }, { frontDoor: false }).findings.filter(({ result }) => result === 'missing')

    expect(stopping).toHaveLength(1)
    expect(stopping[0]?.todo).toMatch(says)
  })

  it.each([
    { status: undefined, tables: ['context-compaction-keys'], says: /--import-existing-resources/ },
    {
      status: 'ROLLBACK_COMPLETE',
      tables: ['context-compaction-keys'],
      says: /--no-enable-termination-protection.*--import-existing-resources/,
    },
    { status: 'ROLLBACK_COMPLETE', tables: [], says: /then deploy again/ },
  ])('tells the way on from a stack that is $status beside $tables', ({ status, tables, says }) => {
    const finding = found({ storageStack: { value: status }, tables: { value: tables } }).of('tables')

    expect(finding).toMatchObject({ result: 'missing', todo: expect.stringMatching(says) })
  })

  it('tells the way on from a rollback that has stopped half way', () => {
    const facts = { storageStack: { value: 'UPDATE_ROLLBACK_FAILED' }, tables: { value: ['context-compaction-keys'] } }

    expect(found(facts).of('tables')).toMatchObject({
      result: 'missing',
      todo: expect.stringContaining('npx cdk rollback context-compaction-storage'),
    })
  })

  it.each(['CREATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])('goes on from a stack that is %s', (status) => {
    const facts = { storageStack: { value: status }, tables: { value: ['context-compaction-keys'] } }

    expect(found(facts).of('tables')).toMatchObject({ result: 'ready' })
  })

  it.each([
    { generation: 1, held: [1], next: 3 },
    { generation: 2, held: [1], next: 3 },
    { generation: 2, held: [2, 1], next: 4 },
  ])(
    'names generation $next, whose secrets are all new, where $generation meets $held',
    ({ generation, held, next }) => {
      const secrets = (numbers: readonly number[]) =>
        new Map(numbers.map((number) => [`context-compaction-origin-secret-${number}`, 'held' as const]))
      const judged = (originSecretGeneration: number) =>
        found({ secrets: { value: secrets(held) } }, { frontDoor: { originSecretGeneration } }).of(
          'secret of the front door',
        )

      expect(judged(generation)).toMatchObject({
        result: 'missing',
        todo: expect.stringContaining(`Set frontDoor.originSecretGeneration to ${next}:`),
      })
      expect(judged(next - 1)).toMatchObject({ result: 'missing' })
      expect(judged(next)).toMatchObject({ result: 'ready' })
    },
  )

  const deploymentSecret = (state: 'there' | 'held', tables: readonly string[], status?: string) =>
    found({
      secrets: { value: new Map([['context-compaction-deployment-secret', state]]) },
      storageStack: { value: status },
      tables: { value: tables },
    }).of('secret of the deployment')

  it('keeps the secret of tables that are there, and forgets one that nobody needs', () => {
    expect(deploymentSecret('there', ['a-table'], 'CREATE_COMPLETE')).toMatchObject({ result: 'ready' })
    expect(deploymentSecret('there', ['a-table'])?.todo).toMatch(/get-secret-value.*delete-secret.*put-secret-value/)
    expect(deploymentSecret('held', ['a-table'])?.todo).toMatch(/restore-secret.*get-secret-value.*put-secret-value/)
    for (const state of ['there', 'held'] as const)
      expect(deploymentSecret(state, [])?.todo).toMatch(/^aws secretsmanager delete-secret --force/)
  })

  it('tells what the file leaves out and the account still has, with where it is', () => {
    const staying = [
      { name: 'context-compaction-dashboard', region: 'eu-west-1' },
      { name: 'context-compaction-firewall', region: 'us-east-1' },
    ]

    expect(found({ staying: { value: staying } }).of('parts that the file leaves out')).toMatchObject({
      result: 'limited',
      todo: expect.stringMatching(/--region eu-west-1 .*dashboard; .*--region us-east-1 .*firewall/),
    })
    expect(found({}).of('parts that the file leaves out')).toBeUndefined()
  })

  it('repeats on a command of the CDK what chose the stage', () => {
    const facts = { ...grown, tables: { value: ['mine-keys'] } }
    const tables = judge(stageOf({ prefix: 'mine-' }), facts, ' -c stage=mine').find(({ what }) => what === 'tables')

    expect(tables?.todo).toMatch(
      /^npx cdk deploy mine-storage --import-existing-resources -c stage=mine, when secret and queue/,
    )
  })

  it.each(['us-gov-west-1', 'cn-north-1'])('stops a front door in %s, and lets containers through', (region) => {
    const identity = { account: '123456789012', region }
    const { of } = found({ identity })

    expect(of(`function URLs in ${region}`)).toMatchObject({ result: 'missing' })
    expect(of(`front door in ${region}`)).toMatchObject({ result: 'missing', todo: expect.stringContaining('fargate') })
    const closed = found({ identity }, { compute: 'fargate', frontDoor: false, functionUrls: false })
    expect(closed.of(`function URLs in ${region}`)).toMatchObject({ result: 'ready' })
    expect(closed.of(`front door in ${region}`)).toBeUndefined()
  })

  it.each([
    { why: 'is held by Route 53', servers: ['ns-1337.awsdns-39.com', 'ns-895.awsdns-47.net'], result: 'ready' },
    { why: 'is private', servers: ['ns-0.awsdns-00.com', 'ns-1536.awsdns-00.co.uk'], result: 'limited' },
    { why: 'is found by nobody', servers: [], result: 'missing' },
    { why: 'is held elsewhere, as it seems', servers: ['ns1.example.com', 'ns2.example.com'], result: 'limited' },
  ])('says of a zone that $why whether a certificate is issued in it', ({ servers, result }) => {
    const zones = new Map([['example.com', { value: servers }]])

    expect(found({ zones }).of('zone example.com')?.result).toBe(result)
  })

  it('says what it could not find out, and stops at nothing for it', () => {
    const denied = { unknown: 'AccessDeniedException' }
    const { findings } = found({
      regions: new Map([['eu-west-1', { bootstrap: denied, outOfReach: denied }]]),
      concurrency: denied,
      quotas: new Map(),
      storageStack: denied,
      secrets: denied,
      staying: denied,
    })

    expect(findings.filter(({ result }) => result === 'missing')).toEqual([])
    expect(findings.filter(({ result }) => result === 'unknown').length).toBeGreaterThan(5)
    for (const { seen } of findings.filter(({ result }) => result === 'unknown')) expect(seen).toContain('does not say')
  })
})
