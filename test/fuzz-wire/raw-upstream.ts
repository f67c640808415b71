// An upstream that answers the bytes that it is told to, and a plain answer to whoever asks for one.

import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Listening } from '../../testkit/listen.ts'
import { listen } from '../../testkit/listen.ts'

export interface RawReply {
  readonly pieces: readonly Buffer[]
  readonly ending: 'end' | 'reset' | 'keep'
}

export const plainHeader = 'x-plain'

export interface RawUpstream extends Listening {
  /** What the next request gets that asks for nothing plain. */
  reply: RawReply
  /** Requests so far. */
  readonly asked: number
  /** Resolves when no connection waits for its reset any more: another request on it would be lost with it, rightly. */
  rested(): Promise<void>
}

const plainReply = (marker: string): RawReply => {
  const body = JSON.stringify({ plain: marker })
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return { pieces: [Buffer.from(head + body)], ending: 'keep' }
}

/** The first whole request in latin1 text. */
const firstRequest = (text: string): { readonly head: string; readonly length: number } | undefined => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const length = end + 4 + Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  return text.length < length ? undefined : { head, length }
}

/** What is written goes out before a reset. */
const beforeReset = 5

const write = async (socket: Socket, { pieces, ending }: RawReply): Promise<void> => {
  for (const piece of pieces) socket.write(piece)
  if (ending === 'end') socket.end()
  if (ending !== 'reset') return
  await wait(beforeReset)
  socket.resetAndDestroy()
}

export const openRawUpstream = async (): Promise<RawUpstream> => {
  let asked = 0
  let writing = Promise.resolve()
  const server = createServer((socket) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let first = firstRequest(text); first !== undefined; first = firstRequest(text)) {
        text = text.slice(first.length)
        asked += 1
        const marker = new RegExp(`^${plainHeader}: (.*)$`, 'im').exec(first.head)?.[1]
        writing = write(socket, marker === undefined ? upstream.reply : plainReply(marker))
      }
    })
  })
  const upstream: RawUpstream = {
    ...(await listen(server)),
    reply: plainReply(''),
    get asked() {
      return asked
    },
    async rested() {
      await writing
      await wait(1)
    },
  }
  return upstream
}
