// Names that callers choose are resolved apart from everything else, and a name server that is silent holds up nobody.

import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AddressRejected, guardedLookup, LookupTimeout } from '../../../adapters/http/guarded-lookup.ts'
import { networkResolve } from '../../../adapters/http/network-resolve.ts'
import { isPublicAddress } from '../../../core/upstream/addresses.ts'

/** A name server on loopback; `answer` gets every question, or nobody does. */
const nameServer = async (answer?: (question: Buffer) => Buffer) => {
  const socket = createSocket('udp4')
  let questions = 0
  socket.on('message', (question, { port, address }) => {
    questions += 1
    if (answer !== undefined) socket.send(answer(question), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { server: `127.0.0.1:${socket.address().port}`, questions: () => questions }
}

const aRecord = 1

/** One A record for every question of that type, and nothing for any other. */
const answeringWith =
  (address: string) =>
  (question: Buffer): Buffer => {
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1)
    const count = type === aRecord ? 1 : 0
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(count, 6)
    head.writeUInt32BE(0, 8)
    const asked = question.subarray(12, question.indexOf(0, 12) + 5)
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])
    return Buffer.concat(count === 1 ? [head, asked, record] : [head, asked])
  }

const ask = (servers: readonly string[], timeoutMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    guardedLookup(networkResolve(timeoutMs, servers), isPublicAddress, timeoutMs)(
      'gateway.example.com',
      { all: true },
      (error, answers) => (error === null ? resolve(answers) : reject(error)),
    )
  })

describe('a name that a caller chooses', () => {
  it('is resolved by the name servers', async () => {
    const { server } = await nameServer(answeringWith('203.0.114.9'))
    expect(await ask([server], 1_000)).toEqual([{ address: '203.0.114.9', family: 4 }])
  })

  it('is rejected when it leads inside', async () => {
    const { server } = await nameServer(answeringWith('169.254.169.254'))
    await expect(ask([server], 1_000)).rejects.toThrow(AddressRejected)
  })

  it('holds up no other look-up when its server is silent, and is given up in time', async () => {
    const { server, questions } = await nameServer()
    const started = performance.now()
    const silent = Array.from({ length: 16 }, () => ask([server], 600).then(String, (error: unknown) => error))
    await lookup('localhost')
    expect(performance.now() - started).toBeLessThan(500)
    expect(questions()).toBeLessThanOrEqual(32)
    for (const error of await Promise.all(silent)) expect(error).toBeInstanceOf(Error)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('is cancelled when nobody waits any more', async () => {
    const { server } = await nameServer()
    const stop = new AbortController()
    const asked = networkResolve(60_000, [server])('gateway.example.com', stop.signal)
    setTimeout(() => stop.abort(), 50)
    await expect(asked).rejects.toMatchObject({ code: 'ECANCELLED' })
  })

  it('is a timeout for the caller when the resolver outlasts its own limit', async () => {
    const never = guardedLookup(() => new Promise(() => {}), isPublicAddress, 50)
    const asked = new Promise((_, reject) => never('gateway.example.com', { all: true }, (error) => reject(error)))
    await expect(asked).rejects.toThrow(LookupTimeout)
  })
})
