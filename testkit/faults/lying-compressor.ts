// A compressor that answers what no compressor may: each call gets the next lie.

import { createServer, type ServerResponse } from 'node:http'
import * as z from 'zod'
import type { Finally } from '../after-suite.ts'
import { listen } from '../listen.ts'

const asked = z.object({ texts: z.array(z.string()) })
const json = { 'content-type': 'application/json' }
const one = (fields: object) => ({
  tokens_before: 100,
  tokens_after: 10,
  rate_reached: 0.9,
  floor_reached: false,
  ...fields,
})

/** What is answered to these texts: of the contract in its form, and false. */
const falseReplies: readonly ((texts: readonly string[]) => object)[] = [
  () => ({}),
  () => ({ results: 'none' }),
  () => ({ engine_version: 'adeline-1.0.0', results: [] }),
  (texts) => ({ engine_version: 'x\ny', results: texts.map(() => one({ kept: [[0, 1]] })) }),
  (texts) => ({ engine_version: 'x'.repeat(5_000), results: texts.map(() => one({ kept: [[0, 1]] })) }),
  ...[
    [[0, 1_000_000_000]],
    [[5, 2]],
    [[-3, 4]],
    [[0.5, 3]],
    [
      [4, 8],
      [0, 2],
    ],
    [
      [0, 6],
      [3, 9],
    ],
    'everything',
  ].map((kept) => (texts: readonly string[]) => ({
    engine_version: 'adeline-1.0.0',
    results: texts.map(() => one({ kept })),
  })),
  (texts) => ({
    engine_version: 'adeline-1.0.0',
    results: texts.map(() => ({ abstained: 'bored', tokens_before: 1 })),
  }),
  (texts) => ({ engine_version: 'adeline-1.0.0', results: texts.map(() => one({ kept: [[0, 2]], tokens_after: -1 })) }),
]

type Lie = (response: ServerResponse, texts: readonly string[]) => void

const brokenAnswers: readonly Lie[] = [
  (response) => void response.writeHead(200, json).end(Buffer.alloc(4_096, 0xe2)),
  (response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>'),
  (response) => void response.writeHead(500, json).end('{"message":"no"}'),
  (response) => void response.writeHead(200, json).end(),
  (response) =>
    void response
      .writeHead(200, { ...json, 'content-length': '900' })
      .write('{"engine_version":', () => response.destroy()),
  (response) => void response.writeHead(200, json).end(`{"results":[${'0,'.repeat(5_000_000)}0]}`),
  (response) => void response.socket?.resetAndDestroy(),
]

const lies: readonly Lie[] = [
  ...brokenAnswers,
  ...falseReplies.map(
    (reply): Lie =>
      (response, texts) =>
        void response.writeHead(200, json).end(JSON.stringify(reply(texts))),
  ),
]
export const lieCount = lies.length

export interface LyingCompressor {
  readonly port: number
  /** Calls so far. */
  readonly told: number
}

export const openLyingCompressor = async (finallyDo: Finally): Promise<LyingCompressor> => {
  let told = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { texts } = asked.parse(JSON.parse(Buffer.concat(chunks).toString()))
    const lie = lies[told % lies.length]
    told += 1
    lie?.(response, texts)
  })
  const { port } = await listen(server, { finallyDo })
  return {
    port,
    get told() {
      return told
    },
  }
}
