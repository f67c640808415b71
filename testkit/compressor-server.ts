// A compressor process with the contract of the real one and a trivial engine: it keeps the first half of every text of
// four characters or more, a token a character. Started as the real one is.

import { createServer } from 'node:http'
import { compressionRequest } from '../core/compressor/contract.ts'
import { losslessSpans } from '../core/lossless/lossless.ts'
import { type KeptSpans, sliceSpans } from '../core/text/spans.ts'
import { listen } from './listen.ts'

const resultOf = (engine: string, text: string) => {
  const half: KeptSpans | undefined = text.length < 4 ? undefined : [[0, Math.ceil(text.length / 2)]]
  const kept = engine.startsWith('lossless') ? losslessSpans(text) : half
  if (kept === undefined) return { abstained: 'too-short', tokens_before: text.length }
  const after = sliceSpans(text, kept).length
  const rate = 1 - after / text.length
  return { kept, tokens_before: text.length, tokens_after: after, rate_reached: rate, floor_reached: false }
}

const server = createServer(async (request, response) => {
  if (request.url === '/ping') {
    response.end()
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { engine, texts } = compressionRequest.parse(JSON.parse(Buffer.concat(chunks).toString()))
  const results = texts.map((text) => resultOf(engine, text))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ engine_version: `${engine}.0.0`, results }))
})
const { port } = await listen(server, { port: Number(process.env.PORT ?? 0) })
process.stdout.write(`{"port":${port}}\n`)
