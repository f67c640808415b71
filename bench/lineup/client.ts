// The client of every measurement: node:http on kept connections, the same code for every target.

import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { instruct } from '../../testkit/provider/instruction.ts'
import type { Way } from './lineup.ts'

export interface Timing {
  /** Milliseconds from the call to the first byte of the answer's body, and to its last. */
  readonly firstByte: number
  readonly whole: number
}

/** A short stream, at once. */
const shortStream = instruct('stream', 0)
/** The same, and its usage says that nothing was read from a cache. */
const unreadStream = instruct('stream', 0, 0, 0, 'unread')

/** Connections to one target. */
export const connections = (atMost: number): Agent => new Agent({ keepAlive: true, maxSockets: atMost })

/** What the upstream is to answer a request that asks for caching, or does not. */
export const streamFor = ({ isCached }: { readonly isCached: boolean }): Record<string, string> =>
  isCached ? shortStream : unreadStream

/** Sends a messages request, with an instruction to the upstream; the caller listens for the answer. */
export const ask = (
  target: Way,
  agent: Agent,
  body: Uint8Array,
  instruction: Record<string, string>,
): ClientRequest => {
  const sent = request({
    host: '127.0.0.1',
    port: target.port,
    path: `${target.prefix}/v1/messages`,
    method: 'POST',
    agent,
    headers: { ...target.headers, ...instruction, 'content-type': 'application/json', 'content-length': body.length },
  })
  sent.end(body)
  return sent
}

/** The answer's head. Rejects when there is none. */
export const answerTo = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })

/** One request to its last byte. Rejects unless it is answered 200, whole. */
export const timed = (target: Way, agent: Agent, body: Uint8Array, instruction = shortStream): Promise<Timing> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    let firstByte: number | undefined
    const sent = ask(target, agent, body, instruction)
    sent.once('error', reject)
    sent.once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`${target.name} answered ${response.statusCode}.`))
      response.on('data', () => {
        firstByte ??= performance.now() - start
      })
      response.once('error', reject)
      response.once('end', () => {
        const whole = performance.now() - start
        resolve({ firstByte: firstByte ?? whole, whole })
      })
    })
  })

/** Runs `once` so many times, so many at a time. */
export const drive = async (
  times: number,
  atOnce: number,
  once: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < times) {
      next += 1
      await once(next)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, times) }, lane))
}
