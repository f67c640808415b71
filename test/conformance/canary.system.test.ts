// Sends known keys and sentences through every success and error path. Afterwards no log, table, metric or error body holds
// them.

import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTables, scanItems } from '../../adapters/dynamo/commands.ts'
import { mintServiceKey } from '../../core/access/keys/api-key.ts'
import { instruct } from '../../testkit/provider/instruction.ts'
import { everyItem, piecesFound } from '../laws/text-in-tables.ts'
import { type ServiceUnderTest, startService } from './service.ts'

const sentence = 'canary-sentence-7f3a'
const upstreamKey = 'sk-canary-upstream-91c2'
const unknownKey = mintServiceKey(new Uint8Array(32).fill(0xca)).secret

let service: ServiceUnderTest
const refusals: string[] = []
beforeAll(async () => {
  service = await startService({ dashboard: true })
})
afterAll(() => service.close())

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
  readonly signal?: AbortSignal
}

const call = async (path: string, { headers = {}, ...init }: Call = {}): Promise<Response> => {
  const all: Record<string, string | undefined> = {
    'x-service-auth-token': service.serviceKey,
    'x-api-key': upstreamKey,
    authorization: `Bearer ${upstreamKey}`,
    'content-type': 'application/json',
    'x-unknown': sentence,
    cookie: `c=${sentence}`,
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return fetch(`${service.baseUrl}${path}`, { method: 'POST', ...init, headers: sent })
}

/** A refusal of the service. Its body must be ours, and is searched afterwards. */
const refused = async (status: number, ...args: Parameters<typeof call>): Promise<void> => {
  const response = await call(...args)
  expect(`${response.status} ${args[0]}`).toBe(`${status} ${args[0]}`)
  refusals.push(await response.text(), JSON.stringify([...response.headers]))
}

/** What comes back for these bytes. */
const rawly = async (bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

const toolResult = `{ "note": "${sentence}",\n  "key": "${upstreamKey}" }`
const conversation = (more: object = {}): string =>
  JSON.stringify({
    model: 'claude-sonnet-5',
    system: sentence,
    messages: [
      { role: 'user', content: `${sentence} ${service.serviceKey}` },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: { q: sentence } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: toolResult }] },
    ],
    ...more,
  })
/** The conversation goes on. */
const continued = (): string => {
  const { messages: said, ...rest } = JSON.parse(conversation())
  const next = [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'u', name: 'lookup', input: { q: sentence } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'u', content: `${toolResult} again` }] },
  ]
  return JSON.stringify({ ...rest, messages: [...said, ...next] })
}
const messages = '/provider-a/v1/messages'
const transcript = (model: string): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content: `${sentence}. `.repeat(200), secret: upstreamKey }] })

describe('no secret is kept', () => {
  it('by requests that succeed', async () => {
    const sessions = [service.session().id]
    const session = { 'x-service-session-id': sessions[0] }
    for (const stream of [false, true])
      await (await call(messages, { body: conversation({ stream }), headers: session })).text()
    await (await call(messages, { body: continued(), headers: session })).text()
    for (const wish of ['off', 'observe'])
      await (
        await call(messages, { body: conversation(), headers: { ...session, 'x-service-compaction': wish } })
      ).text()
    await (await call(`/provider-b/v1/files/${sentence}?q=${sentence}`, { method: 'GET', headers: session })).text()
    await (
      await call('/provider-b/v1/chat/completions', {
        body: JSON.stringify({ model: 'gpt', messages: [{ role: 'user', content: sentence }] }),
        headers: session,
      })
    ).text()
    await (
      await call('/provider-b/v1/responses', {
        body: JSON.stringify({ model: 'gpt', input: sentence }),
        headers: { ...session, 'x-service-upstream-key': upstreamKey },
      })
    ).text()
    for (const model of ['helene-1', 'adeline-1'])
      await (await call('/v1/compress', { body: transcript(model), headers: session })).text()
    for (const model of [service.serviceKey, upstreamKey])
      await (await call(messages, { body: conversation({ model }), headers: session })).text()
    await service.setAccount({ mode: 'arrival' })
    await (await call(messages, { body: conversation(), headers: session })).text()
    expect(await service.receipts(sessions[0] ?? '', 13)).toHaveLength(13)
  })

  it('by requests that the upstream refuses or breaks', async () => {
    const { id } = service.session()
    for (const fault of [...[400, 401, 429, 500].map((status) => instruct('fail', status)), instruct('cut')])
      await (
        await call(messages, {
          body: conversation({ stream: true }),
          headers: { ...fault, 'x-service-session-id': id },
        })
      )
        .text()
        .catch(() => '')
    expect(await service.receipts(id, 5)).toHaveLength(5)
  })

  it('by requests that nobody reads', async () => {
    const { id } = service.session()
    const zeros = JSON.parse(`[${'0,'.repeat(260_000)}0]`)
    const input = { command: `echo ${sentence} ${upstreamKey} ${'cat a|'.repeat(20_000)}` }
    const longCall = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input }] }
    const answer = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: toolResult }] }
    for (const body of [
      conversation({ numbers: zeros }),
      conversation({ messages: Array(25_000).fill({ role: 'user', content: sentence }) }),
      conversation({ messages: [longCall, answer] }),
    ])
      await (await call(messages, { body, headers: { 'x-service-session-id': id } })).text()
    await (
      await call(messages, {
        body: conversation(),
        headers: { 'content-encoding': 'gzip', 'x-service-session-id': id },
      })
    ).text()
    const receipts = await service.receipts(id, 4)
    expect(receipts.map(({ reason }) => reason).filter((reason) => reason === 'too-much-to-read')).toHaveLength(2)
  })

  it('by clients that leave', async () => {
    const { id } = service.session()
    for (const instruction of [instruct('stream', 50, 100), instruct('endless', sentence, 10, 'silent')]) {
      const leaving = new AbortController()
      const asked = call(messages, {
        body: conversation({ stream: true }),
        headers: { ...instruction, 'x-service-session-id': id },
        signal: leaving.signal,
      })
      const left = asked.then((response) => response.text()).catch(() => '')
      await new Promise((resolve) => setTimeout(resolve, 500))
      leaving.abort()
      await left
    }
    const receipts = await service.receipts(id, 2)
    expect(receipts.map(({ reason }) => reason)).toEqual(['client-left', 'client-left'])
  })

  it('by what is not HTTP, and by those who ask the tables themselves', async () => {
    const secret = { 'x-unknown': `${sentence} ${upstreamKey}`, origin: `https://${sentence}.example` }
    for (const address of [service.dynamodbEndpoint, `${new URL(service.dynamodbEndpoint).origin}/${sentence}`]) {
      const response = await fetch(address, { method: 'POST', headers: secret, body: sentence })
      expect(response.status).toBe(403)
      refusals.push(await response.text(), JSON.stringify([...response.headers]))
    }
    for (const head of [
      `${sentence}\r\n\r\n`,
      `POST ${messages} HTTP/1.1\r\nhost: x\r\nx: ${sentence}${'x'.repeat(70_000)}\r\n\r\n`,
      `POST ${messages} HTTP/1.1\r\nconnection: close\r\nx-service-auth-token: ${sentence}\r\ncontent-length: 0\r\n\r\n`,
    ])
      refusals.push(await rawly(head))
  })

  it('by requests that the service refuses', async () => {
    await refused(401, messages, { headers: { 'x-service-auth-token': undefined }, body: conversation() })
    await refused(401, messages, { headers: { 'x-service-auth-token': sentence }, body: conversation() })
    await refused(401, messages, { headers: { 'x-service-auth-token': unknownKey }, body: conversation() })
    await refused(400, messages, { body: `{"${sentence}` })
    await refused(400, messages, { body: `["${sentence}"]` })
    await refused(400, messages, { headers: { 'x-service-session-id': sentence }, body: conversation() })
    await refused(400, messages, { headers: { 'x-service-compaction': sentence }, body: conversation() })
    await refused(400, messages, {
      headers: { 'x-service-upstream-url': `https://${upstreamKey}:${sentence}@127.0.0.1` },
      body: conversation(),
    })
    await refused(400, messages, {
      headers: { 'x-service-upstream-url': `http://${sentence}.example` },
      body: conversation(),
    })
    await refused(400, '/provider-b/v1/chat/completions', {
      headers: { authorization: `Basic ${upstreamKey} ${sentence}` },
      body: '{}',
    })
    await refused(400, messages, {
      headers: { 'x-api-key': service.serviceKey, authorization: undefined },
      body: conversation(),
    })
    await refused(404, `/${sentence}?${sentence}`, { body: conversation() })
    await refused(405, messages, { method: 'OPTIONS' })
    await refused(426, '/provider-b/v1/responses', { method: 'GET' })
    await refused(400, '/v1/compress', {
      body: JSON.stringify({ model: sentence, messages: [{ role: 'user', content: sentence }] }),
    })
    await refused(400, '/v1/compress', {
      body: JSON.stringify({ model: 'helene-1', messages: [{ role: sentence, content: [sentence] }] }),
    })
    await refused(400, '/v1/compress', {
      body: JSON.stringify({ model: 'helene-1', compression_rate: sentence, messages: [] }),
    })
    await refused(413, messages, { body: JSON.stringify({ messages: sentence.repeat(400_000) }) })
    await refused(502, messages, {
      headers: { 'x-service-upstream-url': `https://nothing.invalid/${sentence}` },
      body: conversation(),
    })
    await service.setAccount({ entitlements: [] })
    await refused(403, messages, { body: conversation() })
    await refused(403, '/v1/compress', { body: transcript('helene-1') })
    await service.setAccount({ entitlements: ['proxy', 'compress', 'upstreamOverride'], requestsPerMinute: 1 })
    await call(messages, { body: conversation() })
    await refused(429, messages, { body: conversation() })
  })

  it('in no table, log, metric or error body', async () => {
    const { TableNames = [] } = await service.dynamo.documents.send(listTables({}))
    const dumps: string[] = []
    for (const TableName of TableNames)
      dumps.push(JSON.stringify((await service.dynamo.documents.send(scanItems({ TableName }))).Items))
    expect(dumps.join('').length).toBeGreaterThan(10_000)
    for (const written of ['"exchange"', '"refused"', '"CloudWatchMetrics"'])
      expect(service.written()).toContain(written)

    // Who knows the address of the tables may read and write them.
    const address = new URL(service.dynamodbEndpoint).pathname.slice(1)
    expect(address.length).toBeGreaterThan(20)
    for (const secret of [sentence, upstreamKey, unknownKey, service.serviceKey, address])
      for (const [where, text] of [
        ['tables', dumps.join('\n')],
        ['logs', service.written().split('\n').slice(1).join('\n')],
        ['refusals', refusals.join('\n')],
      ] as const)
        expect(`${secret} in ${where}: ${text.includes(secret)}`).toBe(`${secret} in ${where}: false`)

    // Records of conversations are compressed.
    const records = await everyItem(service.dynamo, 'chains')
    expect(records.length).toBeGreaterThan(1)
    expect(piecesFound(records, [sentence, upstreamKey, unknownKey, service.serviceKey, toolResult])).toEqual([])
  })
})
