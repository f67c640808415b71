// docs/openapi.json: made of the code's own lists, and true of the running service.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answers } from '../../dashboard/answers.ts'
import { routes } from '../../dashboard/routes.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { compressRequest, compressResponse } from '../../scripts/openapi/compress.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'
import { refusalOf } from '../../scripts/openapi/refusals.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { browserLike } from '../local/browser-like.ts'
import { startService } from '../local/service-process.ts'

const finallyDo = afterSuite()
const { version } = packageJson
let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  service = await startService(['--memory', '--port', '0', '--dashboard-port', '0'], { finallyDo })
})

const document = openApiDocument(version)
const described: Readonly<Record<string, object>> = document.paths

const compressed = (body: unknown): Promise<Response> =>
  fetch(`${service.facts.baseUrl}/v1/compress`, {
    method: 'POST',
    headers: { 'x-service-auth-token': service.facts.serviceKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

it('is what the code says', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(document)))
})

it('names each operation once, by a word of which generators make a name', () => {
  const ids = Object.values(described).flatMap((path) =>
    Object.values(path).flatMap((operation) => Object(operation).operationId ?? []),
  )
  expect(ids).toContain('messages-anthropic-v1-messages')
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][a-z\d-]*$/i.test(id))).toEqual([])
  expect(JSON.stringify(described['/anthropic/v1/messages'])).toContain("the provider's own messages API.")
})

describe('what it says of /v1/compress', () => {
  const one = { role: 'user', content: 'abcdefgh' }
  it.each([
    [{ model: 'helene-1', messages: [one] }],
    [{ model: 'adeline-1', messages: [one, { role: 'assistant', content: null, tool_calls: [] }] }],
    [
      {
        model: 'helene-1',
        compression_rate: 0.5,
        messages: [{ ...one, content: [{ type: 'text', text: 'abcdefgh' }] }],
      },
    ],
    [{ model: 'helene-1', messages: [{ ...one, content: [{ type: 'image', source: {} }] }], extra: 1 }],
    [{ model: 'other', messages: [one] }],
    [{ model: 'helene-1', messages: [] }],
    [{ model: 'helene-1', messages: [{ role: 'user', content: 7 }] }],
    [{ model: 'helene-1', messages: [{ content: 'x' }] }],
    [{ model: 'helene-1', messages: [{ role: 'user' }] }],
    [{ model: 'helene-1', messages: [{ role: 'user', content: ['x'] }] }],
    [{ model: 'helene-1', messages: [one], compression_rate: 1.5 }],
    [{ model: 'helene-1', messages: [one], compression_rate: '0.5' }],
    [{ messages: [one] }],
    [[]],
  ])('is true of %j', async (body) => {
    const response = await compressed(body)
    const isValid = compressRequest.safeParse(body).success
    expect(response.status).toBe(isValid ? 200 : 400)
    const answer: unknown = await response.json()
    expect((isValid ? compressResponse : refusalOf(400)).safeParse(answer).error).toBeUndefined()
  })
})

it('names the paths of the service that are refused without a key, in its form', async () => {
  const paths = Object.keys(document.paths).filter((path) => !path.startsWith('/api') && !path.startsWith('/auth'))
  expect(paths).toContain('/anthropic/v1/messages')
  for (const path of paths) {
    const response = await fetch(service.facts.baseUrl + path, { method: 'POST', body: '{}' })
    expect([path, response.status]).toEqual([path, 401])
    expect(refusalOf(401).safeParse(await response.json()).success).toBe(true)
  }
})

it('names the paths of the dashboard that ask for a session, in its form', async () => {
  const paths = Object.keys(document.paths).filter((path) => path.startsWith('/api'))
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    const asked = `${service.facts.dashboardUrl}${path.replaceAll(/\{\w+\}/g, 'some')}`
    const methods = Object.keys(described[path] ?? {}).filter((method) => method !== 'servers')
    for (const method of methods) {
      const response = await fetch(asked, {
        method: method.toUpperCase(),
        headers: { origin: service.facts.dashboardUrl ?? '', 'content-type': 'application/json' },
        ...(method === 'get' ? {} : { body: '{}' }),
      })
      expect([path, method, response.status]).toEqual([path, method, 401])
      expect(refusalOf(401).safeParse(await response.json()).success).toBe(true)
    }
  }
})

/** The first answer is thrown away: a person is signed in by it. */
const signedIn = async () => {
  const browser = browserLike(service.facts.dashboardUrl ?? '')
  await browser.open(service.facts.signInUrl ?? '')
  return browser
}

const isAnswered = (name: string): name is keyof typeof answers => Object.hasOwn(answers, name)

it('says what the dashboard of the running service answers', async () => {
  const browser = await signedIn()
  await compressed({ model: 'helene-1', messages: [{ role: 'user', content: 'abcdefgh' }] })
  await browser.post('/api/accounts/local/keys', { label: 'build' })
  const month = new Date().toISOString().slice(0, 7)
  const queries: Readonly<Record<string, string>> = {
    usage: `?from=${month}-01&to=${month}-28&by=day,model`,
    ledger: `?month=${month}`,
  }
  const asked = routes.flatMap(({ name, method, path, access: { to } }) =>
    isAnswered(name) && method === 'GET' && (to === 'person' || to === 'member' || to === 'program')
      ? [{ name, path: path.replace(':account', 'local') + (queries[name] ?? '') }]
      : [],
  )
  const seen: string[] = []
  for (const { name, path } of asked) {
    // There is no session, device or invitation here: these are refused, as the document says.
    const answer = await browser.get(path.replaceAll(/:\w+/g, 'none'))
    const body: unknown = await answer.json()
    if (answer.status === 404) expect([name, refusalOf(404).safeParse(body).error]).toEqual([name, undefined])
    else {
      seen.push(name)
      expect([name, answer.status, answers[name].safeParse(body).error]).toEqual([name, 200, undefined])
    }
  }
  expect(seen).toEqual(expect.arrayContaining(['me', 'overview', 'sessions', 'usage', 'ledger', 'keys', 'tokens']))
  expect(seen).toEqual(expect.arrayContaining(['settings', 'members', 'audit', 'authorization-server']))
})

it('says of every operation of the dashboard what is answered, and of those that read a body what it is', () => {
  for (const { name, path, method } of routes) {
    const operation = Object(described[path.replaceAll(/:(\w+)/g, '{$1}')])[method.toLowerCase()]
    const said = JSON.stringify(operation.responses)
    expect([name, /application\/json|text\/csv|gzip|Location/.test(said)]).toEqual([name, true])
    expect([name, said.includes('RFC 6749') || said.includes('Refusal404')]).toEqual([name, true])
  }
  const [sent] = [Object(described['/api/accounts/{account}/keys']).post.requestBody]
  expect(sent.content['application/json'].schema).toMatchObject({
    additionalProperties: false,
    properties: { label: { type: 'string', maxLength: 60 }, requestsPerMinute: { minimum: 1 } },
  })
})
