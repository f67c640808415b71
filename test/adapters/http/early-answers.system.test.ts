// Upstreams that answer while the request is still being written, and close at once. They run in a process of their own: in this one,
// what they answer would always be read before the next write.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEgress } from '../../../adapters/http/egress.ts'
import { outboundTo, patient } from './outbound.ts'

const body = '{"error":{"type":"request_too_large"}}'
const head = 'HTTP/1.1 413 Too Large\r\nconnection: close\r\n'
const withLength = `${head}content-length: ${body.length}\r\n\r\n${body}`

/** Answers as soon as something arrives, and closes with most of the request unread, which resets the connection. */
const closing = async (answer: string): Promise<string> => {
  const script = `const server = require('node:net').createServer((socket) => {
  socket.on('error', () => {}).once('data', () => socket.write(${JSON.stringify(answer)}, () => socket.resetAndDestroy()))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))
process.stdin.on('end', () => process.exit()).resume()`
  const upstream = spawn(process.execPath, ['--eval', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void upstream.stdin.end())
  const [port] = await once(upstream.stdout, 'data')
  return `http://127.0.0.1:${port}`
}

/** What came of a body of 6 MB, by how often. */
const outcomes = async (answer: string): Promise<Record<string, number>> => {
  const send = createEgress()
  const request = outboundTo(await closing(answer), { body: Buffer.alloc(6_000_000) })
  const seen: Record<string, number> = {}
  for (let time = 0; time < 40; time += 1) {
    let said = ''
    try {
      const { status, body: answered } = await send(request, patient())
      said = `${status} `
      for await (const piece of answered) said += Buffer.from(piece).toString()
    } catch {
      said += ' and broken'
    }
    seen[said] = (seen[said] ?? 0) + 1
  }
  return seen
}

describe('an answer before the end of the request, and a reset behind it', () => {
  it('arrives whole, every time', async () => {
    expect(await outcomes(withLength)).toEqual({ [`413 ${body}`]: 40 })
  })

  it.each([
    ['half of one', withLength.slice(0, -10), body.slice(0, -10)],
    ['one that ends with its connection, and may have been cut', `${head}\r\n${body}`, body],
  ])('never comes to a clean end: %s', async (_which, answer, part) => {
    expect(await outcomes(answer)).toEqual({ [`413 ${part} and broken`]: 40 })
  })

  it('does not come where nothing was answered', async () => {
    expect(await outcomes('')).toEqual({ ' and broken': 40 })
  })
})
