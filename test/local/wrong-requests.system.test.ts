// What a stranger does wrong in a first hour, request by request, and the words of the answer: a change of a text is seen here.

import { beforeAll, expect, it } from 'vitest'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { mintServiceKey } from '../../core/access/keys/api-key.ts'
import { newAccount, newServiceKey } from '../../core/access/keys/issue.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { startService } from './service-process.ts'

const finallyDo = afterSuite()
const bytes = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))
const unknownKey = mintServiceKey(bytes()).secret
let service: Awaited<ReturnType<typeof startService>>
/** By what they lack. */
let keys: Readonly<
  Record<'good' | 'unknown' | 'revoked' | 'expired' | 'limited' | 'useless' | 'plain' | 'noApi' | 'personal', string>
>

beforeAll(async () => {
  service = await startService(['--memory', '--port', '0', '--upstream-anthropic', 'http://127.0.0.1:9'], { finallyDo })
  const { dynamodbEndpoint: endpoint, account, serviceKey } = service.facts
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, deadlineMilliseconds: 5_000, endpoint, ...localAws })
  const now = Date.now()
  const store = dynamoKeys(dynamo)
  const made = async (accountId: string, options: Parameters<typeof newServiceKey>[3] = {}) => {
    const { secret, key } = newServiceKey(accountId, bytes(), now, options)
    await store.put(key)
    return { secret, keyId: key.keyId }
  }
  const accounts = dynamoAccounts(dynamo)
  await accounts.put({ ...newAccount('useless', 'organization', bytes(), now), apiAccess: true })
  const usual = { apiAccess: true, entitlements: ['proxy', 'compress'] } as const
  await accounts.put({ ...newAccount('plain', 'organization', bytes(), now), ...usual })
  await accounts.put({ ...newAccount('personal', 'personal', bytes(), now), ...usual })
  await accounts.put(newAccount('no-api', 'organization', bytes(), now))
  const revoked = await made(account)
  await store.revoke(revoked.keyId, now)
  keys = {
    good: serviceKey,
    unknown: unknownKey,
    revoked: revoked.secret,
    expired: (await made(account, { expiresAt: new Date(now - 1_000).toISOString() })).secret,
    limited: (await made(account, { limits: { requestsPerMinute: 1 } })).secret,
    useless: (await made('useless')).secret,
    plain: (await made('plain')).secret,
    personal: (await made('personal')).secret,
    noApi: (await made('no-api')).secret,
  }
  dynamo.close()
})

type Key = keyof typeof keys | 'none' | 'short' | 'mistyped' | 'as provider key'

interface Wrong {
  readonly path: string
  readonly status: number
  readonly says: string
  readonly method?: string
  readonly key?: Key
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const messages = '/anthropic/v1/messages'
const chat = '/openai/v1/chat/completions'
const compress = '/v1/compress'
const provider = { 'x-api-key': 'sk-1', authorization: 'Bearer sk-1' }
const one = '[{"role":"user","content":"x"}]'

const wrong: readonly Wrong[] = [
  // The service key
  { path: messages, key: 'none', status: 401, says: 'Send your service API key in the X-Service-Auth-Token header.' },
  { path: '/', method: 'GET', key: 'none', status: 401, says: 'Send your service API key' },
  {
    path: messages,
    key: 'as provider key',
    status: 401,
    says: 'You sent it in x-api-key, where the provider',
  },
  { path: messages, key: 'short', status: 401, says: 'is not a service API key: ak_ or pt_, and 49 letters' },
  { path: messages, key: 'mistyped', status: 401, says: 'was mistyped: its checksum does not match.' },
  { path: messages, key: 'unknown', status: 401, says: 'The service API key is not known.' },
  { path: messages, key: 'revoked', status: 401, says: 'The service API key has been revoked.' },
  { path: messages, key: 'expired', status: 401, says: 'The service API key has expired.' },
  { path: messages, key: 'noApi', status: 403, says: 'API access is not enabled for this account.' },
  { path: messages, key: 'useless', status: 403, says: 'not entitled' },
  { path: compress, key: 'useless', status: 403, says: 'not entitled' },
  {
    path: chat,
    key: 'plain',
    headers: { 'x-service-upstream-url': 'https://127.0.0.1' },
    status: 403,
    says: 'not entitled to the X-Service-Upstream-Url header',
  },
  { path: messages, key: 'personal', status: 403, says: 'A personal account has no API key' },
  {
    path: messages,
    headers: { authorization: `Bearer ${unknownKey}` },
    status: 400,
    says: 'may only be sent in X-Service-Auth-Token',
  },
  {
    path: messages,
    headers: { 'x-api-key': unknownKey },
    status: 400,
    says: 'may only be sent in X-Service-Auth-Token',
  },
  // The base URL
  { path: '/v1/messages', status: 400, says: 'The base URL lacks the provider: it must end in /anthropic.' },
  { path: '//anthropic/v1/messages', status: 400, says: 'The base URL must end in /anthropic exactly' },
  { path: '/v1/chat/completions', status: 400, says: 'it must end in /openai/v1.' },
  { path: '/v1/responses', status: 400, says: 'it must end in /openai/v1.' },
  { path: '/v1/models', method: 'GET', status: 400, says: 'it must end in /anthropic or /openai/v1.' },
  { path: '/messages', status: 400, says: 'it must end in /anthropic.' },
  { path: '/v1/compress/', status: 400, says: 'The direct endpoint is POST /v1/compress at the service' },
  { path: '//V1/Compress', status: 400, says: 'The direct endpoint is POST /v1/compress at the service' },
  { path: '/anthropic/v1/v1/messages', status: 400, says: 'The path has /v1 twice' },
  { path: '/anthropic/messages', status: 400, says: 'The path lacks /v1' },
  { path: '/anthropic/messages', method: 'GET', status: 400, says: 'The path lacks /v1' },
  { path: '/openai/v1/v1/responses', status: 400, says: 'The path has /v1 twice' },
  { path: '/Anthropic/v2', status: 404, says: 'There is nothing at this path. There is: POST /v1/compress;' },
  { path: '/dashboard', method: 'GET', status: 404, says: 'There is nothing at this path.' },
  { path: '/anthropic/v1/..%2fx', status: 400, says: 'The path must not contain dot segments.' },
  { path: messages, method: 'OPTIONS', status: 405, says: 'OPTIONS is not served.' },
  { path: '/openai/v1/responses', method: 'GET', status: 426, says: 'WebSockets are not served here.' },
  // The provider's key and headers
  {
    path: messages,
    headers: { 'x-api-key': '', authorization: '' },
    status: 400,
    says: 'The upstream key is missing: send it in x-api-key',
  },
  {
    path: chat,
    headers: { authorization: '' },
    status: 400,
    says: 'The upstream key is missing: send it as `Authorization: Bearer <key>`.',
  },
  { path: chat, headers: { authorization: 'sk-1' }, status: 400, says: 'Authorization' },
  { path: chat, headers: { authorization: 'Basic c2s=' }, status: 400, says: 'Authorization' },
  {
    path: messages,
    headers: { 'x-service-session-id': 'mine' },
    status: 400,
    says: 'The X-Service-Session-Id header must be a UUID.',
  },
  {
    path: messages,
    headers: { 'x-service-compaction': 'on' },
    status: 400,
    says: 'The X-Service-Compaction header must be off or observe.',
  },
  {
    path: messages,
    headers: { 'x-service-upstream-url': 'http://example.com' },
    status: 400,
    says: 'X-Service-Upstream-Url',
  },
  {
    path: messages,
    headers: { 'x-service-upstream-url': 'https://127.0.0.1' },
    status: 400,
    says: 'X-Service-Upstream-Url',
  },
  { path: messages, headers: { 'x-service-upstream-url': 'nonsense' }, status: 400, says: 'X-Service-Upstream-Url' },
  {
    // The default upstream of this service: trusted as that, and not where a caller names it.
    path: messages,
    headers: { 'x-service-upstream-url': 'http://127.0.0.1:9' },
    status: 400,
    says: 'X-Service-Upstream-Url must use https.',
  },
  // The body
  { path: messages, body: '{', status: 400, says: 'The request body is not valid JSON.' },
  { path: messages, body: '', status: 400, says: 'The request body is not valid JSON.' },
  { path: chat, body: '[]', status: 400, says: 'The request body must be a JSON object.' },
  {
    path: messages,
    body: `"${'x'.repeat(6_300_000)}"`,
    status: 413,
    says: 'The request is too large: at most 6291456 bytes (6 MB)',
  },
  { path: compress, method: 'GET', status: 405, says: 'Use POST on this path.' },
  { path: compress, body: `{"messages":${one}}`, status: 400, says: 'model is missing.' },
  {
    path: compress,
    body: `{"model":"gpt","messages":${one}}`,
    status: 400,
    says: 'is unknown. Available: helene-1, adeline-1.',
  },
  { path: compress, body: '{"model":"helene-1"}', status: 400, says: 'messages is missing.' },
  { path: compress, body: '{"model":"helene-1","messages":"x"}', status: 400, says: 'messages must be an array.' },
  {
    path: compress,
    body: '{"model":"helene-1","messages":[{"role":"user","content":7}]}',
    status: 400,
    says: 'messages[0].content must be a string, a list of blocks or null.',
  },
  {
    path: compress,
    body: `{"model":"helene-1","compression_rate":2,"messages":${one}}`,
    status: 400,
    says: 'compression_rate is out of range: it must be from 0 to 1.',
  },
  { path: compress, headers: { 'content-encoding': 'gzip' }, status: 400, says: 'leave Content-Encoding out.' },
  // The provider
  { path: messages, body: '{}', status: 502, says: 'The upstream could not be reached.' },
]

const secretOf = (key: Key): string | undefined => {
  if (key === 'none' || key === 'as provider key') return undefined
  if (key === 'short') return 'ak_short'
  if (key === 'mistyped') return `${keys.good.slice(0, -1)}${keys.good.endsWith('x') ? 'y' : 'x'}`
  return keys[key]
}

const ask = ({ path, method = 'POST', key = 'good', body = '{}', headers = {} }: Omit<Wrong, 'status' | 'says'>) => {
  const secret = secretOf(key)
  const sent: Record<string, string> = { ...provider, ...headers, 'content-type': 'application/json' }
  if (key === 'as provider key') sent['x-api-key'] = keys.good
  if (secret !== undefined) sent['x-service-auth-token'] = secret
  for (const [name, value] of Object.entries(sent)) if (value === '') delete sent[name]
  const hasBody = method !== 'GET' && method !== 'OPTIONS'
  return fetch(service.facts.baseUrl + path, { method, headers: sent, ...(hasBody ? { body } : {}) })
}

it.each(wrong)('$path is told: $says', async ({ status, says, ...request }) => {
  const response = await ask(request)
  const answer = JSON.parse(await response.text())
  expect([response.status, answer.error.message]).toEqual([status, expect.stringContaining(says)])
  expect(answer.error.type).toMatch(/^[a-z_]+$/)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
})

it('are forty-five at least', () => {
  expect(wrong.length).toBeGreaterThanOrEqual(45)
})

it('a request above its limit is told when to come again', async () => {
  const request = { path: compress, key: 'limited', body: `{"model":"helene-1","messages":${one}}` } as const
  expect((await ask(request)).status).toBe(200)
  const refused = await ask(request)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain('The limit of 1 request per minute of this key is reached. Retry after ')
})
