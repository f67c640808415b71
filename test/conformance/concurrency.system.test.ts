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
