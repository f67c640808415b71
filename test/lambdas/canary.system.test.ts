// The canary against services that work, fail, and hang up, with the key that is in its secret.

import { createServer, type RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { handler } from '../../lambdas/canary.ts'
import { listen } from '../../testkit/listen.ts'

const originOf = async (listener: RequestListener): Promise<string> =>
  (await listen(createServer(listener), { finallyDo: onTestFinished })).origin

beforeEach(async () => {
  const secrets = await originOf((_request, response) =>
    response
      .setHeader('content-type', 'application/x-amz-json-1.1')
      .end(JSON.stringify({ SecretString: 'ak_canary\n' })),
  )
  const variables = {
    KEY_SECRET: 'canary-key',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
})

const against = async (listener: RequestListener): Promise<void> => {
  vi.stubEnv('BASE_URL', `${await originOf(listener)}/`)
  await handler()
}

describe('the canary', () => {
  it('asks for a compression with its own key, and is content with an answer', async () => {
    const asked: unknown[] = []
    const bodies: unknown[] = []
    await against(async (request, response) => {
      asked.push([request.method, request.url, request.headers['x-service-auth-token']])
      bodies.push(await json(request))
      response.end(JSON.stringify({ messages: [{ content: 'Shorter.' }] }))
    })

    expect(asked).toEqual([['POST', '/v1/compress', 'ak_canary']])
    expect(bodies).toMatchObject([{ model: 'helene-1', messages: [{ role: 'user' }] }])
  })

  it.each([
    { status: 403, body: '{"Message":"Forbidden"}', says: 'The service answered 403.' },
    { status: 503, body: '{}', says: 'The service answered 503.' },
    { status: 200, body: '<p>It works!</p>', says: 'The answer of the service is not of its contract.' },
    { status: 200, body: '{"messages":[]}', says: 'The answer of the service is not of its contract.' },
  ])('fails on $status $body, and tells the status alone', async ({ status, body, says }) => {
    await expect(against((_request, response) => response.writeHead(status).end(body))).rejects.toThrow(says)
  })

  it('fails where nobody answers', async () => {
    await expect(against((request) => request.socket.destroy())).rejects.toThrow()
  })
})
