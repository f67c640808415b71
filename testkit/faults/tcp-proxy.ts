// A TCP proxy that does to connections what networks and dying servers do to them. What it does is data, and may change while
// it runs: connections that stand then end with a reset, new ones meet what is set.

import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Listening, listen } from '../listen.ts'

/** What happens to connections; without any of it bytes pass as they are. */
export interface Toxics {
  /** `refused`: reset before a byte is read. `silent`: accepted, read, never answered and never closed. */
  readonly down?: 'refused' | 'silent'
  /** Where connections lead instead. */
  readonly port?: number
  /** Milliseconds that each piece of an answer is late. */
  readonly latency?: number
  /** Answers are cut into pieces of these sizes in turn, in bytes, and each travels alone. */
  readonly slices?: readonly number[]
  /** Of an answer, at most. */
  readonly bytesPerSecond?: number
  /** So many bytes of an answer pass; then the connection ends so. `silence`: it stays open and says nothing more. */
  readonly limit?: { readonly bytes: number; readonly ending: 'reset' | 'end' | 'silence' }
}

export interface TcpProxy extends Listening {
  /** Sets what happens from now on, to each new connection what is asked for it. Ends every connection. */
  set(toxics: Toxics | (() => Toxics)): void
}

const sliced = (chunk: Buffer, sizes: readonly number[] | undefined): Buffer[] => {
  if (sizes === undefined) return [chunk]
  const pieces: Buffer[] = []
  for (let at = 0; at < chunk.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1
    pieces.push(chunk.subarray(at, at + size))
    at += size
  }
  return pieces
}

const written = (socket: Socket, piece: Buffer): Promise<void> =>
  new Promise((taken) => (socket.destroyed ? taken() : socket.write(piece, () => taken())))

/** Passes an answer on. Resolves with whether it may end as its source ends. */
const passAnswer = async (from: Socket, to: Socket, toxics: Toxics): Promise<boolean> => {
  const { latency = 0, slices, bytesPerSecond, limit } = toxics
  let left = limit?.bytes ?? Number.POSITIVE_INFINITY
  for await (const chunk of from) {
    if (latency > 0) await wait(latency)
    for (const whole of sliced(chunk, slices)) {
      const piece = whole.subarray(0, left)
      left -= piece.length
      await written(to, piece)
      if (slices !== undefined) await wait(0)
      if (bytesPerSecond !== undefined) await wait((piece.length / bytesPerSecond) * 1_000)
      if (left > 0) continue
      if (limit?.ending === 'reset') to.resetAndDestroy()
      if (limit?.ending === 'end') to.end()
      return false
    }
  }
  return true
}

/** Listens on loopback, in front of `port`. */
export const openTcpProxy = async (port: number): Promise<TcpProxy> => {
  let toxics = (): Toxics => ({})
  const standing = new Set<Socket>()
  const keep = (socket: Socket): void => {
    standing.add(socket)
    socket.on('error', () => {}).on('close', () => standing.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const met = toxics()
    keep(client)
    if (met.down === 'refused') return void client.resetAndDestroy()
    if (met.down === 'silent') return void client.resume()
    const target = connect({ port: met.port ?? port, host: '127.0.0.1', allowHalfOpen: true })
    keep(target)
    target.on('error', () => client.resetAndDestroy())
    client.on('error', () => target.resetAndDestroy())
    client.on('close', () => target.destroy())
    client.pipe(target)
    passAnswer(target, client, met).then(
      (ends) => ends && client.end(),
      () => client.resetAndDestroy(),
    )
  })
  const listening = await listen(server)
  return {
    ...listening,
    set(next) {
      toxics = typeof next === 'function' ? next : () => next
      for (const socket of standing) socket.resetAndDestroy()
    },
  }
}
