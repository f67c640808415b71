// Checks large and unusual bodies: up to the platform's limit, above it, and bodies that are not plain JSON.

import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { maxEventBytes } from '../../lambdas/routes.ts'
import { instruct } from '../../testkit/provider/instruction.ts'
import { receivedHeader } from '../../testkit/provider/server.ts'
import type { Check } from '../check.ts'
import { type DeployedService, stubCredential } from '../deployed-service.ts'
import { valuesOf, type WireAnswer, type WireRequest } from '../exchange.ts'
import { expect } from '../outcome.ts'
import { judgeRefusal } from './refusal.ts'

/** Bytes of an event beside the body: headers, those of the front included, and the context. */
const eventMarginBytes = 96_000

const textBody = (character: string, count: number): string =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: character.repeat(count) }] })

/** Sends a body to the stub's echo. Resolves with what was seen if exactly these bytes arrived. */
const arrives = async (
  { ask, stubRequest }: DeployedService,
  body: string | Uint8Array,
  more: Partial<WireRequest> & { readonly path: string },
): Promise<string> => {
  const provider = more.path.startsWith('/provider-a') ? 'anthropic' : 'openai'
  const started = performance.now()
  const answer = await ask({
    ...more,
    headers: { ...stubRequest(provider), ...instruct('echo'), 'X-Service-Compaction': 'off', ...more.headers },
    body,
  })
  const took = Math.round(performance.now() - started)
  expect(answer.status === 200, `${answer.status}: ${answer.body.toString('utf8').slice(0, 160)}`)
  const bytes = Buffer.byteLength(body)
  const expected = `${bytes} ${createHash('sha256').update(body).digest('hex')}`
  expect(valuesOf(answer, receivedHeader)[0] === expected, `${bytes} bytes were sent, others arrived`)
  return `${bytes} bytes arrived as sent, ${took} ms`
}

const messages = '/provider-a/v1/messages'

const upTo = (name: string, bytes: number): Check => ({
  name: `bodies: ${name}`,
  means: 'a long conversation arrives whole, byte for byte',
  run: (deployment) => arrives(deployment, textBody('x', bytes), { path: messages }),
})

const refused = (answer: WireAnswer): string =>
  judgeRefusal(answer, { status: 413, type: 'request_too_large', members: ['limit_bytes'], says: /bytes/ })

const tooLarge: Check = {
  name: '413: a body over the limit',
  means: 'the refusal names the limit in the service’s own words, at the edge if there is one',
  answers: 'edge-413',
  run: async ({ ask }) =>
    refused(
      await ask({
        path: messages,
        headers: { ...stubCredential('anthropic'), 'content-type': 'application/json' },
        body: textBody('x', maxEventBytes),
      }),
    ),
}

const tooLargeEscaped: Check = {
  name: '413: a body that its escapes make too large',
  means: 'the limit counts the body as a JSON string; the platform says so in its own words',
  answers: 'platform-413',
  async run({ ask }) {
    const body = textBody('"', maxEventBytes / 4)
    const answer = await ask({
      path: messages,
      headers: { ...stubCredential('anthropic'), 'content-type': 'application/json' },
      body,
    })
    const said = answer.body.toString('utf8').slice(0, 100)
    expect(answer.status === 413, `${answer.status} to ${body.length} bytes: ${said}`)
    return `413 to ${body.length} bytes: ${said}`
  },
}

const binary: Check = {
  name: 'bodies: bytes that are not text',
  means: 'uploads under a provider’s prefix arrive unchanged',
  run: (deployment) =>
    arrives(deployment, randomBytes(300_000), {
      path: '/provider-b/v1/files',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    }),
}

const encoded: Check = {
  name: 'bodies: encoded by the client',
  means: 'a gzip body arrives as it was sent, with its encoding named, and is not compacted',
  answers: 'encoded-bodies',
  run: (deployment) =>
    arrives(deployment, gzipSync(textBody('x', 1_000)), { path: messages, headers: { 'content-encoding': 'gzip' } }),
}

const paths: Check = {
  name: 'paths: byte for byte',
  means: 'ids with escapes and empty queries reach the provider as they were sent',
  answers: 'paths',
  async run({ ask, stubRequest }) {
    const rest = '/files/org%2Fkit%20%C3%BC;v=1/content?x=%20a&&y=%2F&z'
    const answer = await ask({
      method: 'GET',
      path: `/provider-b/v1${rest}`,
      headers: { ...stubRequest('openai'), ...instruct('echo') },
    })
    const text = answer.body.toString('utf8')
    expect(answer.status === 200, `${answer.status}: ${text.slice(0, 160)}`)
    const arrived = /"url":"([^"]*)"/.exec(text)?.[1] ?? ''
    expect(arrived.endsWith(`/v1${rest}`), `arrived as ${arrived}`)
    return arrived
  },
}

export const bodyChecks: readonly Check[] = [
  upTo('1 MB', 1_000_000),
  upTo('just under the limit', maxEventBytes - eventMarginBytes),
  tooLarge,
  tooLargeEscaped,
  binary,
  encoded,
  paths,
]
