// `account …` and the usage, run as processes.

import { describe, expect, it } from 'vitest'
import { testDeployment } from './test-deployment.ts'

const { accounts, operator, json, refusal, organization } = testDeployment()

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
    expect(await refusal('account', 'set', 'nobody', '--entitlements', 'proxy,fly')).toBe(
      'Unknown entitlement: "fly". Known: proxy, compress, upstreamOverride.',
    )
  })
})

describe('a wrong command line', () => {
  it('ends with 2 and the usage', async () => {
    const { code, stdout, stderr } = await operator('account', 'show', 'acme', '--yaml')

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Unknown option '--yaml'/)
    expect(stderr).toContain('\n  session ID --account NAME\n')
  })

  it('differs from a call for help, which ends with 0', async () => {
    const { code, stdout, stderr } = await operator('--help')

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('\n  account create NAME --kind organization|personal\n')
  })
})
