// Events of a function URL into the shipped bundle under AWS's runtime client: each has an answer whose prelude the platform
// takes, and the process goes on.

import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import type { Finally } from '../../testkit/after-suite.ts'
import type { Random } from '../../testkit/random.ts'
import { deploy } from '../runtime/deployed.ts'
import { canariesIn, canaryKey, canarySentence, faultsIn } from './canaries.ts'
import { grownAtMost, type Place, rssOf } from './place.ts'

const deadline = 20_000
const delimiter = Buffer.alloc(8)
const prelude = z.object({
  statusCode: z.number().int().min(200).max(599),
  headers: z.record(z.string().regex(/^[!#$%&'*+\-.^_`|~\da-z]+$/), z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/)),
  cookies: z.array(z.string()).optional(),
})

const oddTexts = [
  ...[
    '',
    ' ',
    '\0',
    '\r\nx: y',
    '\u6f22\u5b57',
    '\ud800',
    '\u00fc',
    '%',
    '%00',
    '%ff',
    '../..',
    '//',
    '\\',
    ';',
    '?',
    '#',
  ],
  ...['__proto__', 'constructor', '1e400', '-1', 'null', '[]', 'x'.repeat(9_000), canarySentence],
] as const

const paths = ['/anthropic/v1/messages', '/provider-a/v1/messages', '/v1/messages', '/anthropic', '/', ''] as const
const methods = ['POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'post', '', 'TRACE'] as const
const names = [
  ...['x-service-session-id', 'x-service-compaction', 'x-service-upstream-url', 'x-service-upstream-key'],
  ...['content-type', 'content-encoding', 'content-length', 'transfer-encoding', 'host', 'cookie', 'connection'],
  ...['__proto__', 'x-amzn-remapped-date', 'x-forwarded-for', 'expect', 'authorization', 'x-odd', 'X-Upper'],
] as const

const odd = (random: Random, usual: string): string =>
  random.below(3) > 0 ? usual : random.below(2) === 0 ? random.pick(oddTexts) : `${usual}${random.pick(oddTexts)}`

const bodies = [
  () => JSON.stringify({ model: 'm', messages: [{ role: 'user', content: canarySentence }] }),
  () => `{"model":"m","messages":${'['.repeat(3_000)}`,
  () => '{"model":"m","model":2,"messages":{}}',
  () => `{"model":"m","messages":[${'{},'.repeat(2_000)}{}]}`,
  () => `["${canarySentence}"]`,
  () => '\ufeff{}',
  () => '{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":7,"content":{}}]}]}',
  () => '{"messages":[],"x":"\\ud800"}',
] as const

/** An event, as text: what a platform could send, and some that it would not. */
const eventOf = (random: Random, serviceKey: string): string => {
  const headers: Record<string, unknown> = {
    'x-service-auth-token': odd(random, serviceKey),
    'x-api-key': canaryKey,
    'content-type': odd(random, 'application/json'),
  }
  for (let more = random.below(4); more > 0; more -= 1) headers[random.pick(names)] = random.pick(oddTexts)
  const text = random.pick(bodies)()
  const isBase64Encoded = random.below(3) === 0
  const encoded = isBase64Encoded && random.below(4) > 0 ? Buffer.from(text).toString('base64') : text
  return JSON.stringify({
    version: '2.0',
    rawPath: odd(random, random.pick(paths)),
    rawQueryString: odd(random, 'beta=true'),
    headers,
    requestContext: { http: { method: random.pick(methods), path: '/', sourceIp: '10.0.0.1' }, requestId: 'x' },
    ...(random.below(5) === 0 ? {} : { body: encoded }),
    isBase64Encoded,
  })
}

const bytesOf = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const faultsOfAnswer = (bytes: Buffer, reached: number): readonly string[] => {
  const end = bytes.indexOf(delimiter)
  if (end < 0) return ['the answer has no prelude']
  const parsed = prelude.safeParse(JSON.parse(bytes.subarray(0, end).toString()))
  if (!parsed.success) return [`the platform would not take the prelude: ${parsed.error.issues[0]?.message}`]
  const { statusCode, headers } = parsed.data
  const isUpstreams = headers['x-upstream'] === 'reached'
  return [
    ...(isUpstreams === (reached === 1) ? [] : [`${reached} requests upstream, and status ${statusCode}`]),
    ...(statusCode === 500 ? ['status 500'] : []),
  ]
}

export const openEventsPlace = async (): Promise<Place> => {
  const undone: (() => void | Promise<void>)[] = []
  const finallyDo: Finally = (undo) => void undone.push(undo)
  const deployed = await deploy(['messages'], finallyDo)
  let reached = 0
  deployed.upstream = (request, response) => {
    reached += 1
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', 'x-upstream': 'reached' }).end('{"ok":true}')
  }
  const environment = deployed.environment('messages')
  const pid = environment.process.pid ?? 0
  await environment.idle()
  const before = rssOf(pid)
  return {
    name: 'events',
    async send(random) {
      const since = reached
      const event = eventOf(random, deployed.serviceKey)
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, deadline, undefined).unref())
      const ended = environment.ended.then(() => undefined)
      const answer = await Promise.race([environment.invoke(event, Date.now() + deadline), late, ended])
      if (answer === undefined) return ['the function has ended, or does not answer']
      const bytes = await bytesOf(answer)
      const idle = await Promise.race([environment.idle().then(() => true), late])
      return [
        ...(idle === true ? [] : ['the function does not become idle']),
        ...faultsOfAnswer(bytes, reached - since),
      ]
    },
    async after() {
      const isAlive = environment.process.exitCode === null
      const grown = isAlive ? rssOf(pid) - before : 0
      const logs = environment.logs()
      return [
        ...(isAlive ? [] : ['the process has ended']),
        ...canariesIn(logs, [deployed.serviceKey]),
        ...faultsIn(logs),
        ...(grown > grownAtMost ? [`the process holds ${grown} bytes more`] : []),
      ]
    },
    async close() {
      for (const undo of undone.reverse()) await undo()
    },
  }
}
