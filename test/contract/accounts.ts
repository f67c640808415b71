// What every account store promises.

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AccountRecords } from '../../adapters/dynamo/accounts/accounts.ts'
import { newAccount } from '../../core/access/keys/issue.ts'

const start = Date.parse('2026-11-03T10:00:00.000Z')
const account = () => newAccount(`acme-${randomBytes(6).toString('hex')}`, 'organization', randomBytes(32), start)

export const accountsContract = (replica: () => AccountRecords): void => {
  it('returns an account as it was put, and nothing under another name', async () => {
    const acme = account()
    expect(await replica().put(acme)).toBe(true)

    expect(await replica().find(acme.accountId)).toEqual(acme)
    expect(await replica().find(account().accountId)).toBeUndefined()
  })

  it('does not overwrite an existing account', async () => {
    const acme = account()
    await replica().put(acme)

    expect(await replica().put({ ...acme, kind: 'personal' })).toBe(false)
    expect(await replica().find(acme.accountId)).toEqual(acme)
  })

  it('removes an account once, and no other', async () => {
    const [acme, other] = [account(), account()]
    for (const one of [acme, other]) await replica().put(one)

    expect(await replica().remove(acme.accountId)).toBe(true)
    expect(await replica().remove(acme.accountId)).toBe(false)
    expect(await replica().find(acme.accountId)).toBeUndefined()
    expect(await replica().find(other.accountId)).toEqual(other)
  })

  it('takes prices as a whole', async () => {
    const acme = account()
    await replica().put(acme)
    await replica().update(acme.accountId, { prices: { 'claude-sonnet': 3, 'gpt-5.4': 1.25 } })
    expect((await replica().update(acme.accountId, { prices: { claude: 2.5 } }))?.prices).toEqual({ claude: 2.5 })
    expect((await replica().find(acme.accountId))?.prices).toEqual({ claude: 2.5 })
  })

  it('changes one field and keeps the others', async () => {
    const acme = account()
    await replica().put(acme)
    const id = acme.accountId

    expect(await replica().update(id, { apiAccess: true })).toEqual({ ...acme, apiAccess: true })
    expect((await replica().update(id, { entitlements: ['proxy', 'upstreamOverride'] }))?.entitlements).toEqual([
      'proxy',
      'upstreamOverride',
    ])
    expect((await replica().update(id, { requestsPerMinute: 60 }))?.limits).toEqual({ requestsPerMinute: 60 })
    expect((await replica().update(id, { tokensPerMinute: 90 }))?.limits).toEqual({
      requestsPerMinute: 60,
      tokensPerMinute: 90,
    })
    expect((await replica().update(id, { mode: 'arrival' }))?.compaction).toEqual({
      mode: 'arrival',
      compressor: 'adeline-1',
    })
    expect((await replica().update(id, { compressor: 'helene-1', rate: 0.4 }))?.compaction).toEqual({
      mode: 'arrival',
      compressor: 'helene-1',
      rate: 0.4,
    })

    expect(await replica().find(id)).toEqual({
      ...acme,
      apiAccess: true,
      entitlements: ['proxy', 'upstreamOverride'],
      limits: { requestsPerMinute: 60, tokensPerMinute: 90 },
      compaction: { mode: 'arrival', compressor: 'helene-1', rate: 0.4 },
    })
  })

  it('removes limits, the rate and all entitlements', async () => {
    const acme = account()
    await replica().put(acme)
    const id = acme.accountId
    await replica().update(id, { entitlements: ['proxy'], requestsPerMinute: 1, tokensPerMinute: 2, rate: 0.5 })

    await replica().update(id, { requestsPerMinute: null })
    const limits = (await replica().find(id))?.limits
    await replica().update(id, { entitlements: [], tokensPerMinute: null, rate: null, requestsPerMinute: null })

    expect(limits).toEqual({ tokensPerMinute: 2 })
    expect(await replica().find(id)).toEqual(acme)
  })

  it('creates no account when an unknown one is changed', async () => {
    const { accountId } = account()

    expect(await replica().update(accountId, { apiAccess: true })).toBeUndefined()
    expect(await replica().find(accountId)).toBeUndefined()
  })
}
