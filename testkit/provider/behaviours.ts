// What the stub upstream does when a request tells it to: echo, answer oddly, wait, break. Each by its name.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Echo, largeAnswerBytes, latinValue, oddStream, utf8Value } from './protocol.ts'

export interface Received {
  readonly request: IncomingMessage
  readonly body: Buffer
  /** Lower-case hex. */
  readonly sha256: string
}

type Behaviour = (response: ServerResponse, value: number, received: Received) => Promise<void> | void

const eventStream = { 'content-type': 'text/event-stream' }
const nothing = Buffer.alloc(0)
/** Between two pieces that must not be one. */
const pieceMilliseconds = 2

const pairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []))

/** A provider's own error, as SDKs of every dialect read it. */
export const fail = (response: ServerResponse, status: number): void => {
  const error = { type: 'native_error', message: `native ${status}`, code: null, param: null }
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_1',
      'retry-after': '1',
      'x-should-retry': 'false',
    })
    .end(JSON.stringify({ type: 'error', error, request_id: 'req_1' }))
}

const oddHeaders = [
  ...['content-type', 'application/json', 'x-twice', 'a', 'x-twice', 'b'],
  ...['set-cookie', 'a=1; Path=/', 'set-cookie', 'b=2', 'retry-after', '7', 'request-id', 'req_1'],
  ...['www-authenticate', 'Bearer realm="stub"', 'location', 'https://elsewhere.example/'],
  ...['x-ratelimit-remaining', '9', 'x-latin', latinValue, 'x-utf8', utf8Value, 'keep-alive', 'timeout=9'],
]

export const behaviours: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  [
    'echo',
    (response, _, { request, body, sha256 }) => {
      const echo: Echo = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: pairs(request.rawHeaders),
        bytes: body.length,
        sha256,
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(echo))
    },
  ],
  [
    'headers',
    (response, status) => {
      response.writeHead(status, oddHeaders)
      // Bytes: for a text Node would write the head in that text's encoding.
      response.end(Buffer.from('{}'))
    },
  ],
  [
    'events',
    async (response, count) => {
      response.writeHead(200, eventStream)
      for (let number = 0; number < count; number += 1) {
        if (number > 0) await wait(200)
        response.write(`data: {"number":${number}}\n\n`)
      }
      response.end()
    },
  ],
  [
    'bytes',
    async (response, size) => {
      response.writeHead(200, eventStream)
      for (let at = 0; at < oddStream.length; at += size) {
        response.write(oddStream.subarray(at, at + size))
        await wait(pieceMilliseconds)
      }
      response.end()
    },
  ],
  [
    'break',
    async (response, bytes) => {
      response.writeHead(200, eventStream)
      response.write(oddStream.subarray(0, bytes))
      await wait(300)
      response.destroy()
    },
  ],
  [
    'large',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(largeAnswerBytes, 'x'))
    },
  ],
  [
    'silent',
    async (response, seconds) => {
      await wait(seconds * 1_000)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    },
  ],
  [
    'empty',
    (response, status) => {
      response.writeHead(status)
      response.end(nothing)
    },
  ],
  ['fail', fail],
])
