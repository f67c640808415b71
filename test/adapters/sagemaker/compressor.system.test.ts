// Whether a call of the compressor that failed may have been worked on: then the exchange has a receipt.

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { bind } from '../../../adapters/process/bind.ts'
import { sageMakerCompressor, sageMakerRuntime } from '../../../adapters/sagemaker/compressor.ts'
import { CompressorFailed } from '../../../core/compressor/compressor.ts'

const sockets = new Set<Socket>()
let server: Server | undefined
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  server?.close()
  server = undefined
})

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }

/** What the compressor at this port is told to have failed with. */
const failureAt = async (port: number, signal = new AbortController().signal): Promise<CompressorFailed> => {
  const endpoint = `http://127.0.0.1:${port}`
  const service = sageMakerRuntime({ region: 'us-east-1', endpoint, credentials })
  const compressor = sageMakerCompressor({ endpoints: { 'adeline-1': 'compressor' }, service })
  try {
    await compressor.compress({ engine: 'adeline-1', texts: ['text'] }, signal)
  } catch (error) {
    if (error instanceof CompressorFailed) return error
    throw error
  } finally {
    service.close()
  }
  throw new Error('The compressor did not fail.')
}

/** A compressor that takes a request and then does this to its connection. */
const misbehaving = (after: (socket: Socket) => void): Promise<number> => {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => after(socket))
  })
  return bind(server, 0)
}

const html = '<html>busy</html>'

describe('a compressor that took the request and then', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['ends the connection without an answer', (socket) => socket.end()],
    [
      'breaks in the middle of its answer',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"eng'),
    ],
    [
      'answers 503 in HTML',
      (socket) => socket.end(`HTTP/1.1 503 Busy\r\ncontent-length: ${html.length}\r\n\r\n${html}`),
    ],
    ['answers something that is not HTTP', (socket) => socket.end('busy\r\n\r\n')],
    [
      'calls its version something long with a line break',
      (socket) => {
        const body = JSON.stringify({ engine_version: `a\n${'b'.repeat(1_300)}`, results: [] })
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      },
    ],
    [
      'answers more than a compressor may',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 7000000\r\n\r\n${' '.repeat(7_000_000)}`),
    ],
  ])('%s counts as reached', async (_, after) => {
    expect((await failureAt(await misbehaving(after))).reached).toBe(true)
  })

  it('says nothing until nobody waits any more counts as reached', async () => {
    const port = await misbehaving(() => {})

    expect((await failureAt(port, AbortSignal.timeout(50))).reached).toBe(true)
  })
})

describe('a compressor that nobody could connect to', () => {
  it('counts as not reached', async () => {
    const port = await misbehaving(() => {})
    const closed = server === undefined ? undefined : once(server, 'close')
    server?.close()
    await closed

    expect((await failureAt(port)).reached).toBe(false)
  })
})
