// Limits and receipts under many simultaneous calls, from outside.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceUnderTest, startService } from './service.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const crowd = async (count: number, call: () => Promise<Response>): Promise<Map<number, number>> => {
  const statuses = new Map<number, number>()
  await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await call()
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status === 429) expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }),
  )
  return statuses
}

describe('200 simultaneous heavy bodies on a limit of 30', () => {
  it('admit 30, and one more every two seconds: nobody switches a limit off by keeping the process busy', async () => {
    const serviceKey = await service.issueKey({ requestsPerMinute: 30 })
    const headers = { 'x-service-auth-token': serviceKey, 'x-api-key': 'sk-1', 'content-type': 'application/json' }
    const command = 'cat a|'.repeat(100_000)
    const call = { type: 'tool_use', id: 'a', name: 'Bash', input: { command } }
    const body = JSON.stringify({ model: 'claude', messages: [{ role: 'assistant', content: [call] }] })

    const since = performance.now()
    const statuses = await crowd(200, () =>
      fetch(`${service.baseUrl}/provider-a/v1/messages`, { method: 'POST', headers, body }),
    )
    const later = Math.floor((performance.now() - since) / 2_000)

    const admitted = statuses.get(200) ?? 0
    expect(admitted).toBeGreaterThanOrEqual(30)
    expect(admitted).toBeLessThanOrEqual(30 + later)
    expect(statuses.get(429)).toBe(200 - admitted)
    expect(service.written()).not.toContain('LimitStoreUnreachable')
  }, 60_000)
})

describe('200 simultaneous calls on a limit of 20', () => {
  it.each([
    { why: 'proxied', path: '/provider-a/v1/messages', body: { model: 'claude', messages: [] } },
    { why: 'direct', path: '/v1/compress', body: { model: 'helene-1', messages: [{ role: 'user', content: 'x' }] } },
  ])('$why: admit exactly 20, each with exactly one receipt', async ({ path, body }) => {
    const { id } = service.session()
    const reached = service.forwarded.length
    const serviceKey = await service.issueKey({ requestsPerMinute: 20 })

    const statuses = await crowd(200, () =>
      fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: {
          'x-service-session-id': id,
          'x-service-auth-token': serviceKey,
          'x-api-key': 'sk-1',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
    )

    expect([...statuses].sort()).toEqual([
      [200, 20],
      [429, 180],
    ])
    const receipts = await service.receipts(id, 20)
    expect(new Set(receipts.map(({ exchangeId }) => exchangeId)).size).toBe(20)
    expect(receipts).toHaveLength(20)
    if (path !== '/v1/compress') expect(service.forwarded.length - reached).toBe(20)
  })
})
