// A certified client signs in by the device flow, against every outcome: nothing of ours speaks for us here.

import * as client from 'openid-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type DashboardInMemory,
  dashboardInMemory,
  dashboardUrl,
  now,
  type Position,
} from '../../testkit/memory/dashboard.ts'
import { fetchOver } from '../../testkit/memory/dashboard-fetch.ts'

let dashboard: DashboardInMemory
beforeEach(async () => {
  vi.useFakeTimers({ now })
  dashboard = await dashboardInMemory()
})
afterEach(() => {
  vi.useRealTimers()
})

const overMemory: client.CustomFetch = (address, init) => fetchOver(dashboard)(address, init as RequestInit)

const configured = () =>
  client.discovery(new URL(dashboardUrl), 'compaction', undefined, client.None(), {
    algorithm: 'oauth2',
    [client.customFetch]: overMemory,
  })

const decide = (as: Position, code: string, decision: 'approve' | 'deny') =>
  dashboard.ask({
    as,
    method: 'POST',
    path: `/api/device/${code}/${decision}`,
    body: decision === 'approve' ? { account: 'acme' } : {},
    now: Date.now(),
  })

const flow = async (meanwhile: (code: string) => Promise<unknown>, seconds: number) => {
  const config = await configured()
  const begun = await client.initiateDeviceAuthorization(config, { scope: 'proxy savings', device: 'laptop' })
  const polled = client.pollDeviceAuthorizationGrant(config, begun).then(
    (tokens) => ({ tokens }),
    (error: unknown) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(4_000)
  await meanwhile(begun.user_code)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return { config, begun, ...(await polled) }
}

describe('openid-client', () => {
  it('discovers, asks, waits, is given a token, and revokes it', async () => {
    const result = await flow((code) => decide('developer', code, 'approve'), 4)
    if (!('tokens' in result)) throw result.error
    expect(result.tokens).toMatchObject({
      access_token: expect.stringMatching(/^pt_/),
      token_type: 'bearer',
      scope: 'proxy savings',
      base_url: 'https://service.example.com',
    })
    expect(result.tokens.expires_in).toBeGreaterThan(29 * 86_400)
    await client.tokenRevocation(result.config, result.tokens.access_token)
    expect([...dashboard.keys.values()].map(({ revokedAt }) => revokedAt)).toEqual([expect.any(String)])
  })

  it('is told that it was denied', async () => {
    const result = await flow((code) => decide('developer', code, 'deny'), 4)
    expect(result).toMatchObject({ error: { error: 'access_denied', status: 400 } })
  })

  it('is told that the code has expired', async () => {
    const result = await flow(async () => {}, 600)
    expect(result).toMatchObject({ error: { error: 'expired_token' } })
  })

  it('slows down when told to, and goes on', async () => {
    const config = await configured()
    const begun = await client.initiateDeviceAuthorization(config, { scope: 'proxy savings' })
    const asked: number[] = []
    const impatient = { ...begun, interval: 1 }
    const counting: client.CustomFetch = async (...call) => {
      asked.push(Math.round((Date.now() - now) / 1000))
      return overMemory(...call)
    }
    config[client.customFetch] = counting
    const polled = client.pollDeviceAuthorizationGrant(config, impatient)
    await vi.advanceTimersByTimeAsync(9_000)
    await decide('developer', begun.user_code, 'approve')
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await polled).access_token).toMatch(/^pt_/)
    expect(asked).toEqual([1, 2, 8, 14])
  })
})
