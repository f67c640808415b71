// The local tables are open to those alone who know their address.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { testDynamo } from '../../contract/dynamo-stores.ts'

let embedded: EmbeddedDynamo
beforeAll(async () => {
  embedded = await openEmbeddedDynamo()
  const dynamo = testDynamo(embedded.endpoint)
  await createTables(dynamo)
  dynamo.close()
})
afterAll(() => embedded.close())

/** What a process or a page can send that signs with any credential. */
const ask = (address: string, headers: Record<string, string> = {}, method = 'POST'): Promise<Response> =>
  fetch(address, {
    method,
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
      'x-amz-date': '20261122T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=a/20261122/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=a',
      ...headers,
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })

describe('the local tables', () => {
  it('answer at their address', async () => {
    const answer = await ask(embedded.endpoint)

    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('TableNames')
  })

  it('answer nobody who only knows their port', async () => {
    const { origin } = new URL(embedded.endpoint)
    for (const path of ['', '/', '/latest', `/${'A'.repeat(32)}`, `/${'A'.repeat(32)}/`]) {
      const answer = await ask(`${origin}${path}`)
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain('TableNames')
    }
  })

  it('answer no page of a browser, whatever it knows', async () => {
    const origin = 'https://evil.example'
    for (const method of ['POST', 'OPTIONS', 'GET']) {
      const answer = await ask(embedded.endpoint, { origin }, method)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('have another address at every start', async () => {
    const other = await openEmbeddedDynamo()
    await other.close()

    expect(new URL(other.endpoint).pathname).toMatch(/^\/[\w-]{32}$/)
    expect(new URL(other.endpoint).pathname).not.toBe(new URL(embedded.endpoint).pathname)
  })
})
