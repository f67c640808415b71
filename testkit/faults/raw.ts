// Bytes to a port as they stand, and whatever comes back until the connection ends.

import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  /** Latin-1: a character for each byte. */
  readonly text: string
  /** `late`: the connection stood when patience was over. */
  readonly ended: 'closed' | 'reset' | 'late'
  readonly milliseconds: number
}

export interface RawQuestion {
  /** Closes this side when everything is sent, as clients do that want one answer. @default false */
  readonly halfClose?: boolean
  /** Milliseconds. @default 10,000 */
  readonly patience?: number
  /** Ends the connection from here once the answer is as wanted. */
  readonly enough?: (text: string) => boolean
  /** What is sent, one piece after the other. */
  readonly pieces: readonly (string | Uint8Array)[]
  /** Milliseconds between two pieces. @default none: all at once */
  readonly between?: number
}

const sendAll = async (socket: Socket, { pieces, between, halfClose = false }: RawQuestion): Promise<void> => {
  for (const piece of pieces) {
    if (socket.destroyed) return
    socket.write(piece)
    if (between !== undefined) await new Promise((resolve) => setTimeout(resolve, between))
  }
  if (halfClose) socket.end()
}

/** Never rejects. */
export const rawly = (port: number, question: RawQuestion): Promise<RawAnswer> => {
  const { patience = 10_000, enough = () => false } = question
  const since = performance.now()
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const text = (): string => Buffer.concat(chunks).toString('latin1')
    const end = (ended: RawAnswer['ended']): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: text(), ended, milliseconds: Math.round(performance.now() - since) })
    }
    const timer = setTimeout(() => end('late'), patience)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (enough(text())) end('closed')
    })
    socket.on('end', () => end('closed'))
    socket.on('error', () => end('reset'))
    sendAll(socket, question)
  })
}
