// Why nobody is reached, as Node's own fetch fails.

import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerOf } from '../../../cli/service/ask.ts'
import { freePort } from '../../../local/process/free-port.ts'
import { type Listening, listen } from '../../../testkit/listen.ts'

let elsewhere: Listening
beforeAll(async () => {
  elsewhere = await listen(
    createServer((_, response) => response.writeHead(302, { location: 'https://sign-in.example' }).end()),
  )
})
afterAll(() => elsewhere.close())

const said = (address: string): Promise<string> => answerOf({ fetch }, address).then(String, ({ message }) => message)

it('is told: a closed port, a name that is not there, another protocol, a page that stands before it', async () => {
  const closed = `127.0.0.1:${await freePort()}`
  expect(await said(`http://${closed}/x`)).toBe(
    `The service at http://${closed} cannot be reached: nobody listens there (ECONNREFUSED).`,
  )
  expect(await said('https://nobody.invalid/x')).toMatch(/ cannot be reached: .+ \((ENOTFOUND|EAI_AGAIN)\)\.$/)
  const https = elsewhere.origin.replace('http:', 'https:')
  expect(await said(`${https}/x`)).toMatch(/ cannot be reached: it does not speak https \(ERR_SSL_\w+\)\.$/)
  expect(await said(`${elsewhere.origin}/x`)).toBe(
    `The service at ${elsewhere.origin} cannot be reached: it sends elsewhere.`,
  )
})

it('is told by who answers only to another name, also of what is posted', async () => {
  const body = JSON.stringify({ error: { message: 'The dashboard is at http://localhost:8788.' } })
  const named = await listen(createServer((_, response) => response.writeHead(421).end(body)))
  const posted = await answerOf({ fetch }, named.origin, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  expect(posted).toEqual({ status: 421, document: JSON.parse(body) })
  await named.close()
})

it('is told of a certificate that is not trusted, with what mends it', async () => {
  const cause = Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  const failing = async () => {
    throw new TypeError('fetch failed', { cause })
  }
  await expect(answerOf({ fetch: failing }, 'https://d.example/x')).rejects.toThrow(
    'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). NODE_EXTRA_CA_CERTS=FILE names',
  )
})
