// Checks every refusal of the service on proxied routes. None of these requests reaches a provider.

import { randomBytes } from 'node:crypto'
import { mintServiceKey } from '../../core/access/keys/api-key.ts'
import { Skipped } from '../../testkit/skipped.ts'
import { canary } from '../canary.ts'
import type { Check } from '../check.ts'
import { stubCredential } from '../deployed-service.ts'
import { valuesOf, type WireRequest } from '../exchange.ts'
import { expect } from '../outcome.ts'
import { judgeRefusal, refusalCheck } from './refusal.ts'

const messages = '/provider-a/v1/messages'
const chat = '/provider-b/v1/chat/completions'
const json = { 'content-type': 'application/json' }
const key = { ...json, ...stubCredential('anthropic') }
const hello = JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: canary }] })
const invalid = { status: 400, type: 'invalid_request_error' } as const

const post = (headers: WireRequest['headers'], body = hello, path = messages): WireRequest => ({
  path,
  headers: { ...key, ...headers },
  body,
})

const refusals: readonly Check[] = [
  refusalCheck({
    name: '401: no service key',
    means: 'the service cannot be used without a key',
    status: 401,
    type: 'authentication_error',
    request: () => post({ 'X-Service-Auth-Token': undefined }),
  }),
  refusalCheck({
    name: '401: a word that is not a key',
    means: 'a key is judged by its shape before anything is looked up',
    status: 401,
    type: 'authentication_error',
    request: () => post({ 'X-Service-Auth-Token': 'ak_nonsense' }),
  }),
  refusalCheck({
    name: '401: a key that nobody was given',
    means: 'the tables of keys are reached; an outage would be 503',
    status: 401,
    type: 'authentication_error',
    request: () => post({ 'X-Service-Auth-Token': mintServiceKey(randomBytes(32)).secret }),
  }),
  refusalCheck({
    name: '400: a body that is not JSON',
    means: 'an unreadable body is not forwarded at the caller’s cost',
    ...invalid,
    request: () => post({}, `{"${canary}`),
  }),
  refusalCheck({
    name: '400: a body that is not an object',
    means: 'the same',
    ...invalid,
    request: () => post({}, `["${canary}"]`),
  }),
  refusalCheck({
    name: '400: no provider key, messages',
    means: 'the message names the header that is missing',
    ...invalid,
    says: /x-api-key/,
    request: () => post({ 'x-api-key': undefined }),
  }),
  refusalCheck({
    name: '400: no provider key, chat completions',
    means: 'the message names the header that is missing',
    ...invalid,
    says: /Bearer/,
    request: () => post({ 'x-api-key': undefined }, hello, chat),
  }),
  refusalCheck({
    name: '400: a malformed Authorization',
    means: 'a value that is not a Bearer token does not reach the provider',
    ...invalid,
    says: /Authorization/,
    request: () => post({ authorization: `Basic ${canary} x` }, hello, chat),
  }),
  refusalCheck({
    name: '400: the service key as the provider’s',
    means: 'a client that mixes up its keys does not give the service key away',
    ...invalid,
    says: /not the service key/,
    request: ({ serviceKey }) => post({ 'x-api-key': serviceKey }),
  }),
  refusalCheck({
    name: '400: a session id that is not a UUID',
    means: 'savings never appear under a mistyped id',
    ...invalid,
    says: /X-Service-Session-Id/,
    request: () => post({ 'X-Service-Session-Id': canary }),
  }),
  refusalCheck({
    name: '400: an unknown wish in X-Service-Compaction',
    means: 'a mistyped value is not ignored',
    ...invalid,
    says: /X-Service-Compaction/,
    request: () => post({ 'X-Service-Compaction': canary }),
  }),
  refusalCheck({
    name: '400: an upstream on a loopback address',
    means: 'callers cannot reach what is behind the service',
    status: 400,
    type: 'upstream_url_rejected',
    request: () => post({ 'X-Service-Upstream-Url': 'https://127.0.0.1' }),
  }),
  refusalCheck({
    name: '400: an upstream without https',
    means: 'keys never travel in the clear',
    status: 400,
    type: 'upstream_url_rejected',
    request: () => post({ 'X-Service-Upstream-Url': 'http://upstream.example' }),
  }),
  refusalCheck({
    name: '404: a path outside the providers',
    means: 'no other path is served',
    status: 404,
    type: 'not_found_error',
    members: ['paths'],
    request: () => ({ method: 'GET', path: `/${canary}` }),
  }),
  refusalCheck({
    name: '405: OPTIONS',
    means: 'browsers are not meant to call the service',
    status: 405,
    type: 'method_not_allowed',
    request: () => ({ method: 'OPTIONS', path: messages }),
  }),
  refusalCheck({
    name: '426: GET of the responses path',
    means: 'a client that asks for a WebSocket falls back to HTTP at once',
    status: 426,
    type: 'invalid_request_error',
    request: () => ({ method: 'GET', path: '/provider-b/v1/responses', headers: stubCredential('openai') }),
  }),
  refusalCheck({
    name: '426: an attempt at a WebSocket',
    means: 'Codex falls back to HTTP at once; any other answer costs it seconds, and 400 ends its turn',
    answers: 'upgrade-426',
    status: 426,
    type: 'invalid_request_error',
    request: () => ({
      method: 'GET',
      path: '/provider-b/v1/responses',
      headers: {
        ...stubCredential('openai'),
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    }),
  }),
]

const unentitled: Check = {
  name: '403: an account that is entitled to nothing',
  means: 'a key alone opens nothing',
  async run({ ask, unentitledKey }) {
    if (unentitledKey === undefined) throw new Skipped('needs --unentitled-key')
    const headers = { 'X-Service-Auth-Token': unentitledKey }
    const expected = { status: 403, type: 'permission_error' }
    judgeRefusal(await ask({ path: '/v1/compress', headers: { ...json, ...headers }, body: '{}' }), expected)
    return judgeRefusal(await ask(post(headers)), expected)
  },
}

const limited: Check = {
  name: '429: more than a key may',
  means: 'limits hold, and clients are told how long to wait',
  async run({ ask, limitedKey }) {
    if (limitedKey === undefined) throw new Skipped('needs --limited-key')
    const request = post({ 'X-Service-Auth-Token': limitedKey }, `["${canary}"]`)
    // The first request of a minute passes, and gets its 400, unless an earlier run has used it up.
    await ask(request)
    const answer = await ask(request)
    const seen = judgeRefusal(answer, { status: 429, type: 'rate_limit_error' })
    const [wait = ''] = valuesOf(answer, 'retry-after')
    expect(/^[1-9]\d*$/.test(wait) && Number(wait) <= 60, `Retry-After ${wait || 'is missing'}`)
    return `${seen}, Retry-After ${wait}`
  },
}

const probe: Check = {
  name: '401: HEAD of the bare prefix, as Claude Code sends it',
  means: 'the probe that an agent sends without a key is answered at once',
  async run({ ask }) {
    const answer = await ask({ method: 'HEAD', path: '/provider-a', headers: { 'X-Service-Auth-Token': undefined } })
    expect(answer.status === 401, `${answer.status}`)
    expect(answer.headAt < 5_000, `after ${Math.round(answer.headAt)} ms`)
    return `401 after ${Math.round(answer.headAt)} ms`
  },
}

export const errorChecks: readonly Check[] = [...refusals, probe, unentitled, limited]
