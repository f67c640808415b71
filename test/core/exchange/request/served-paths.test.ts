import { describe, expect, it } from 'vitest'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { Refusal } from '../../../../core/http/refusal.ts'
import { routeOf } from '../../../../lambdas/routes.ts'
import { received, type ServiceInMemory, serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'

const keys = { 'x-api-key': 'sk-1', authorization: 'Bearer sk-1' }

const passedThrough = async (service: ServiceInMemory, method: string, path: string): Promise<void> => {
  const pipeline = exchange({ name: 'pass-through' }, service.deployment)
  await received(await pipeline(service.request({ method, path, headers: keys })))
}

const refusalOf = async (method: string, path: string): Promise<Refusal> => {
  const fault: unknown = await passedThrough(serviceInMemory(), method, path).catch((error: unknown) => error)
  if (fault instanceof Refusal) return fault
  throw new Error(`${method} ${path} was not refused.`)
}

describe('a path without the version that the upstream’s base has', () => {
  it.each([
    ['/openai/v1/chat/completions', 'chat-completions'],
    ['/openai/chat/completions', 'chat-completions'],
    ['/provider-b/chat/completions', 'chat-completions'],
    ['/openai/responses', 'responses'],
    ['/openai/responses/compact', 'responses'],
    ['/anthropic/v1/messages', 'messages'],
    ['/anthropic/messages', 'pass-through'],
    ['/openai/models', 'pass-through'],
    ['/v1/chat/completions', 'pass-through'],
  ])('%s is served by %s', (path, route) => {
    expect(routeOf(path)).toBe(route)
  })

  it('goes to the same address as the path with it', async () => {
    const service = serviceInMemory()
    await passedThrough(service, 'POST', '/openai/v1/embeddings')
    await passedThrough(service, 'POST', '/openai/embeddings')
    expect(service.sent.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings'])
  })
})

it.each(['/v1/compress/', '//v1/compress', '/V1/Compress'])(
  '%s is told how the direct endpoint is spelled',
  async (path) => {
    const { status, message } = await refusalOf('POST', path)
    expect([status, message]).toEqual([400, expect.stringContaining('The direct endpoint is POST /v1/compress')])
  },
)

describe('a base URL that lacks its provider', () => {
  it.each([
    ['POST', '/v1/messages', '/anthropic'],
    ['POST', '/messages', '/anthropic'],
    ['POST', '/api/v1/messages', '/anthropic'],
    ['POST', '/v1/v1/messages/', '/anthropic'],
    ['POST', '/v1/chat/completions', '/openai/v1'],
    ['POST', '/chat/completions', '/openai/v1'],
    ['POST', '/v1/responses', '/openai/v1'],
    ['GET', '/v1/responses', '/openai/v1'],
    ['GET', '/v1/models', '/anthropic or /openai/v1'],
    ['POST', '/v1/embeddings', '/anthropic or /openai/v1'],
    ['POST', '/v1', '/anthropic or /openai/v1'],
  ])('%s %s is told to end in %s', async (method, path, base) => {
    const refusal = await refusalOf(method, path)
    expect(refusal.status).toBe(400)
    expect(refusal.message).toBe(
      `The base URL lacks the provider: it must end in ${base}. Set the client's base URL to this service's address followed by that.`,
    )
  })
})

it.each([
  ['//anthropic/v1/messages', '/anthropic'],
  ['/Anthropic/v1/messages', '/anthropic'],
  ['//openai/v1/chat/completions', '/openai/v1'],
  ['/OpenAI/v1/responses', '/openai/v1'],
])('a base URL that spells its provider otherwise, as %s does, is told to end in %s exactly', async (path, base) => {
  const { status, message } = await refusalOf('POST', path)
  expect([status, message]).toEqual([
    400,
    `The base URL must end in ${base} exactly: in small letters, with one slash before it and no other.`,
  ])
})

it.each(['/v1beta/models/gemini-2.5-flash:generateContent', '/v1/models/gemini-2.5-pro:streamGenerateContent'])(
  'Gemini’s own API at %s is told how Gemini is asked',
  async (path) => {
    const { status, message } = await refusalOf('POST', path)
    expect([status, message]).toEqual([400, expect.stringContaining('Ask Gemini by an OpenAI client at /openai/v1')])
  },
)

describe('a base URL whose version is wrong', () => {
  it.each([
    [
      'POST',
      '/anthropic/v1/v1/messages',
      'The path has /v1 twice: this client appends it itself. End its base URL in /anthropic.',
    ],
    [
      'GET',
      '/provider-a/v1/v1/models',
      'The path has /v1 twice: this client appends it itself. End its base URL in /anthropic.',
    ],
    [
      'POST',
      '/openai/v1/v1/responses',
      'The path has /v1 twice: this client appends it itself. End its base URL in /openai.',
    ],
    ...[
      ['POST', '/anthropic/messages'],
      ['GET', '/anthropic/messages'],
      ['POST', '/anthropic/messages/count_tokens'],
      ['GET', '/anthropic/models'],
    ].map(([method = '', path = '']): [string, string, string] => [
      method,
      path,
      'The path lacks /v1: this client expects it in its base URL. End it in /anthropic/v1.',
    ]),
  ])('%s %s', async (method, path, message) => {
    const refusal = await refusalOf(method, path)
    expect([refusal.status, refusal.message]).toEqual([400, message])
  })
})

it.each(['/', '/elsewhere', '/dashboard', '/ANTHROPIC/x', '/version'])(
  '%s is not found, and learns what there is',
  async (path) => {
    const refusal = await refusalOf('POST', path)
    expect(refusal.status).toBe(404)
    for (const there of [
      'POST /v1/compress',
      'POST /anthropic/v1/messages',
      'POST /openai/v1/responses',
      '/openai/...',
    ])
      expect(refusal.message).toContain(there)
    expect(refusal.details.members).toEqual({ paths: expect.arrayContaining(['POST /openai/v1/chat/completions']) })
  },
)

describe('a request that passes through', () => {
  it.each([
    ['POST', '/anthropic/v1/messages/', 'path-not-compacted'],
    ['POST', '/anthropic/v1/Messages', 'path-not-compacted'],
    ['POST', '/anthropic//v1/messages', 'path-not-compacted'],
    ['POST', '/anthropic/v1/chat/completions', 'path-not-compacted'],
    ['POST', '/openai/deployments/gpt/chat/completions', 'path-not-compacted'],
    ['POST', '/openai/v1/messages', 'path-not-compacted'],
    ['POST', '/anthropic/v1/message', 'path-not-compacted'],
    ['POST', '/openai/v1/chat/completion', 'path-not-compacted'],
    ['POST', '/openai/v1/response', 'path-not-compacted'],
    ['POST', '/anthropic/v1/messages/count_tokens', undefined],
    ['POST', '/anthropic/v1/messages/batches', undefined],
    ['POST', '/openai/v1/threads/t/messages', undefined],
    ['GET', '/openai/v1/chat/completions/', undefined],
    ['GET', '/openai/v1/models', undefined],
    ['POST', '/openai/v1/embeddings', undefined],
  ])('%s %s has the reason %s', async (method, path, reason) => {
    const service = serviceInMemory()
    await passedThrough(service, method, path)
    const [receipt] = [...service.receipts.values()]
    expect([receipt?.outcome, receipt?.reason]).toEqual(['verbatim', reason])
  })
})
