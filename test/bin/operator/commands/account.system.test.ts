// `account …` and the usage.

import { describe, expect, it } from 'vitest'
import { dynamoMembers } from '../../../../adapters/dynamo/people/members.ts'
import { runOperator } from '../run-operator.ts'
import { testDeployment } from '../test-deployment.ts'

const { accounts, dynamo, keys, operator, json, refusal, organization } = testDeployment()

describe('account', () => {
  it('create makes an account without rights, and makes it once', async () => {
    const created = await json('account', 'create', 'new-one', '--kind', 'organization')

    expect(created).toEqual({
      accountId: 'new-one',
      kind: 'organization',
      apiAccess: false,
      entitlements: [],
      limits: {},
      compaction: { mode: 'repeated', compressor: 'adeline-1' },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await refusal('account', 'create', 'new-one', '--kind', 'personal')).toBe(
      'The account "new-one" already exists.',
    )
    expect(await json('account', 'show', 'new-one')).toEqual(created)
  })

  it('show never prints the chain secret, in either form', async () => {
    await json('account', 'create', 'secretive', '--kind', 'organization')
    const { chainSecret } = (await accounts().find('secretive')) ?? {}
    const { stdout } = await operator('account', 'show', 'secretive')

    expect(chainSecret).toHaveLength(44)
    expect(stdout).toMatch(/^account +secretive\nkind +organization\nAPI access +no\n/)
    expect(stdout + JSON.stringify(await json('account', 'show', 'secretive'))).not.toContain(chainSecret)
  })

  it('enable-api gives organizations proxy and compress, and keeps other entitlements', async () => {
    await json('account', 'create', 'growing', '--kind', 'organization')
    await json('account', 'set', 'growing', '--entitlements', 'upstreamOverride')

    expect(await json('account', 'enable-api', 'growing')).toMatchObject({
      apiAccess: true,
      entitlements: ['proxy', 'compress', 'upstreamOverride'],
    })
  })

  it('enable-api, run again, does not restore a removed entitlement', async () => {
    await json('account', 'create', 'shrinking', '--kind', 'organization')
    await json('account', 'enable-api', 'shrinking')
    await json('account', 'set', 'shrinking', '--entitlements', '')

    expect(await json('account', 'enable-api', 'shrinking')).toMatchObject({ apiAccess: true, entitlements: [] })
  })

  it('an organization is not called as people’s own accounts are', async () => {
    expect(await refusal('account', 'create', `p-${'a'.repeat(20)}`, '--kind', 'organization')).toContain(
      'Names of this shape are those of people’s own accounts.',
    )
  })

  it('enable-api is refused to personal accounts', async () => {
    await json('account', 'create', 'person', '--kind', 'personal')

    expect(await refusal('account', 'enable-api', 'person')).toContain('Only organizations')
    expect(await json('account', 'show', 'person')).toMatchObject({ kind: 'personal', apiAccess: false })
  })

  it('set changes everything at once, and removes settings again', async () => {
    await organization('settings')
    const all = await json(
      ...['account', 'set', 'settings', '--entitlements', 'proxy,upstreamOverride', '--requests-per-minute', '60'],
      ...['--tokens-per-minute', '90000', '--compaction', 'arrival', '--compressor', 'helene-1', '--rate', '0.4'],
    )
    const less = await json(
      ...['account', 'set', 'settings', '--entitlements', '', '--requests-per-minute', 'none', '--rate', 'none'],
    )

    expect(all).toMatchObject({
      apiAccess: true,
      entitlements: ['proxy', 'upstreamOverride'],
      limits: { requestsPerMinute: 60, tokensPerMinute: 90000 },
      compaction: { mode: 'arrival', compressor: 'helene-1', rate: 0.4 },
    })
    expect(less).toEqual({
      ...all,
      entitlements: [],
      limits: { tokensPerMinute: 90000 },
      compaction: { mode: 'arrival', compressor: 'helene-1' },
    })
  })

  it('refuses in one line', async () => {
    expect(await refusal('account', 'set', 'nobody', '--entitlements', 'proxy')).toMatch(
      /^There is no account "nobody"\.\n\(on http:\/\/127\.0\.0\.1:\d+\)$/,
    )
  })

  it('list shows every account', async () => {
    await json('account', 'create', 'listed', '--kind', 'organization')
    await json('account', 'create', 'listed-person', '--kind', 'personal')
    const all: { accountId: string }[] = await json('account', 'list')
    expect(all).toContainEqual(expect.objectContaining({ accountId: 'listed', apiAccess: false }))
    expect(JSON.stringify(all)).not.toContain('chainSecret')
    const { stdout, stderr } = await operator('account', 'list')
    expect(stdout).toMatch(/^account +kind +API access +compaction +created\n/)
    expect(stdout).toMatch(/^listed +organization +no +repeated +\d{4}-\d\d-\d\d$/m)
    expect(stdout).toContain('personal: a person’s own account, for their command line. It has no keys.')

    const wide = await operator('account', 'list', '--wide')
    expect(wide.stdout).toMatch(/^listed .* none +no limit +no limit +adeline-1$/m)
    expect(stderr).toMatch(/^\(on http:\/\/127\.0\.0\.1:\d+\)\n$/)
  })

  it('disable switches API access off; delete then revokes the keys, and takes the account away', async () => {
    await organization('leaving')
    const { keyId } = await json('key', 'create', 'leaving')
    await json('member', 'add', 'leaving', '--role', 'owner')
    expect(await refusal('account', 'delete', 'leaving', '--confirm', 'leaving')).toContain('API access off first')
    expect(await json('account', 'disable', 'leaving')).toMatchObject({
      apiAccess: false,
      entitlements: ['proxy', 'compress'],
    })
    expect(await json('account', 'delete', 'leaving', '--confirm', 'leaving')).toEqual({
      accountId: 'leaving',
      keysRevoked: 1,
      membersRemoved: 0,
      invitationsWithdrawn: 1,
    })
    expect((await dynamoMembers(dynamo()).list('leaving')).invitations).toEqual([])
    expect(await accounts().find('leaving')).toBeUndefined()
    expect((await keys().listByAccount('leaving')).map((key) => [key.keyId, key.revokedAt])).toEqual([
      [keyId, expect.any(String)],
    ])
  })
})

describe('a wrong command line', () => {
  it('is one of which npm has taken a part, which would be missing', async () => {
    const underNpm = { npm_lifecycle_event: 'operator', npm_config_month: '2026-01' }
    const { code, stdout, stderr } = await runOperator(['ledger', 'books'], underNpm)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^npm took --month for itself\. .* npm run -s operator -- …\n/)
  })

  it('ends with 2 and the usage of its command', async () => {
    const { code, stdout, stderr } = await operator('account', 'show', 'acme', '--yaml')

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Unknown option '--yaml'\.\n/)
    expect(stderr).toContain('\n  account show NAME\n')
    expect(stderr).not.toContain('session ID')
  })

  it('says why as JSON too, to a program that asked for it', async () => {
    const wrong = await operator('account', 'show', '--json')
    expect([wrong.code, JSON.parse(wrong.stdout)]).toEqual([2, { error: { message: '"account show" needs NAME.' } }])
    const refused = await operator('account', 'show', 'nobody', '--json')
    expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
      1,
      { error: { message: 'There is no account "nobody".' } },
    ])
  })

  it('is helped by the usage of one command', async () => {
    const { code, stdout } = await operator('savings', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain('  savings [NAME] [--month yyyy-mm]')
    expect(stdout).toContain('Days are those of UTC.')
    expect(stdout).not.toContain('account create')
  })

  it.each(['--help', 'help'])('differs from a call for help, %s, which ends with 0', async (word) => {
    const { code, stdout, stderr } = await operator(word)

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('\n  account create NAME --kind organization|personal [--confirm NAME]\n')
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})
