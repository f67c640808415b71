// What running functions report: one line of metrics for each request, whatever its outcome, one trace for a sampled
// exchange, and in neither any content.

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTables } from '../../local/data/tables.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'

const sentence = 'canary-sentence-51ab'
const upstreamKey = 'sk-canary-upstream-77d0'
const root = '1-5759e988-bd862e3fe1be46a994272793'
const silent = { write: () => {}, close: () => {} }

const finallyDo = afterSuite()
const printed: string[] = []
const datagrams: string[] = []
let baseUrl: string
let serviceKey: string

beforeAll(async () => {
  const daemon = createSocket('udp4')
  daemon.bind(0, '127.0.0.1')
  await once(daemon, 'listening')
  daemon.on('message', (message) => datagrams.push(message.toString()))
  finallyDo(() => void daemon.close())

  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(request.headers['x-fault'] === undefined ? 200 : 503, { 'content-type': 'application/json' })
      response.end(`{"text":"${sentence}","usage":{"input_tokens":1000,"output_tokens":1}}`)
    })
  })
  const { origin } = await listen(upstream, { finallyDo })
  const tables = await openTables(undefined, silent)
  finallyDo(tables.end)
  serviceKey = tables.serviceKey

  const variables = functionsEnvironment(
    { upstreamAnthropic: origin, upstreamOpenai: 'http://127.0.0.1:9/v1' },
    tables.endpoint,
    // Nobody listens: the compressor fails.
    'http://127.0.0.1:9',
    { deploymentSecrets: tables.deploymentSecrets },
  )
  const functions = spawn(process.execPath, [join(import.meta.dirname, '../../local/functions/functions.ts'), '0'], {
    env: {
      ...variables,
      AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}`,
      _X_AMZN_TRACE_ID: `Root=${root};Parent=53995c3f42cd8ad8;Sampled=1`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  finallyDo(async () => {
    const ended = once(functions, 'exit')
    functions.kill()
    await ended
  })
  const lines = createInterface({ input: functions.stdout })
  const [first] = await once(lines, 'line')
  lines.on('line', (line) => printed.push(line))
  createInterface({ input: functions.stderr }).on('line', (line) => printed.push(line))
  baseUrl = `http://127.0.0.1:${JSON.parse(String(first)).port}`
})

const metricLines = () => printed.filter((line) => line.includes('"CloudWatchMetrics"')).map((line) => JSON.parse(line))

/** The status of a request, and its line of metrics. */
const measured = async (path: string, headers: Record<string, string> = {}, body = conversation) => {
  const before = metricLines().length
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'x-service-auth-token': serviceKey,
      'x-api-key': upstreamKey,
      authorization: `Bearer ${upstreamKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
  await response.text()
  for (let attempt = 0; attempt < 200 && metricLines().length === before; attempt += 1) await wait(25)
  const added = metricLines().slice(before)
  expect(added).toHaveLength(1)
  return { status: response.status, line: added[0] }
}

const conversation = JSON.stringify({
  model: sentence,
  messages: [
    { role: 'user', content: `${sentence} ${upstreamKey}` },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: { q: sentence } }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: `{ "${sentence}":\n  1 }` }],
    },
  ],
})

const messages = '/provider-a/v1/messages'

describe('one line of metrics', () => {
  it('of an exchange: its tokens, its steps, and that the compressor failed', async () => {
    const { status, line } = await measured(messages)

    expect(status).toBe(200)
    expect(line).toMatchObject({
      service: 'context-compaction-proxy',
      Requests: 1,
      InputTokensAfter: 1000,
      FailedOpen: 0,
      UpstreamErrors: 0,
      ChainHits: 0,
      ChainUnavailable: 0,
      AddedMilliseconds: expect.any(Number),
      ForwardMilliseconds: expect.any(Number),
    })
    // One call or several, all without an answer.
    expect([line.CompressorFailures].flat()).toEqual([line.CompressorCalls].flat())
    expect([line.CompressorFailures].flat()).toContain(1)
  })

  it.each([
    ['an upstream’s error', messages, { 'x-fault': '503' }, 503, { UpstreamErrors: 1, ServiceFaults: 0 }],
    ['an upstream that is not there', '/provider-b/v1/models', {}, 502, { UpstreamErrors: 1 }],
    ['a refusal', messages, { 'x-service-auth-token': sentence }, 401, { Refused: 1, ServiceFaults: 0 }],
    ['an unknown path', `/${sentence}`, {}, 404, { Refused: 1 }],
  ] as const)('of %s', async (_what, path, headers, expected, metrics) => {
    const { status, line } = await measured(path, headers)

    expect(status).toBe(expected)
    expect(line).toMatchObject({ Requests: 1, ...metrics })
  })

  it('of a call to a missing compressor', async () => {
    const body = JSON.stringify({ model: 'helene-1', messages: [{ role: 'user', content: `${sentence}. ` }] })
    const { status, line } = await measured('/v1/compress', {}, body)

    expect(status).toBe(503)
    expect(line).toMatchObject({ Requests: 1, ServiceFaults: 1, CompressorFailures: 1 })
  })
})

it('one trace of each exchange that has a receipt', async () => {
  const exchanges = printed.filter((line) => line.includes('"message":"exchange"')).length
  for (let attempt = 0; attempt < 100 && datagrams.length < exchanges; attempt += 1) await wait(25)

  expect(exchanges).toBeGreaterThan(0)
  expect(datagrams).toHaveLength(exchanges)
  for (const datagram of datagrams) expect(datagram).toContain(`"trace_id":"${root}"`)
})

it('nothing of what passed through', () => {
  const said = [...printed, ...datagrams].join('\n')
  const models = printed.filter((line) => line.includes('"message":"exchange"')).join('\n')

  // The receipt names the model as the client does, and nothing else holds any content.
  expect(models).toContain(`"model":"${sentence}"`)
  expect(said.replaceAll(`"model":"${sentence}"`, '')).not.toContain(sentence)
  expect([...metricLines().map((line) => JSON.stringify(line)), ...datagrams].join('\n')).not.toContain(sentence)
  for (const secret of [upstreamKey, serviceKey]) expect(said).not.toContain(secret)
})
