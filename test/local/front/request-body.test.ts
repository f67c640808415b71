import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { receiveBody } from '../../../local/front/request-body.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What holds no body: only a pointer that the collector may clear. */
const bodyOf = async (request: IncomingMessage): Promise<WeakRef<Buffer>> => {
  const receiving = receiveBody(request, 1_000)
  for (const byte of [1, 2]) request.push(Buffer.alloc(300, byte))
  request.push(null)
  const body = await receiving
  if (!Buffer.isBuffer(body)) throw new Error('The body was not received.')
  expect(body.length).toBe(600)
  return new WeakRef(body)
}

test('A request whose answer streams does not hold its body', async () => {
  const request = new IncomingMessage(new Socket())
  const body = await bodyOf(request)
  for (let round = 0; round < 5 && body.deref() !== undefined; round += 1) {
    await setImmediate()
    collectGarbage()
  }
  expect(body.deref()).toBeUndefined()
  expect(request.listenerCount('data')).toBe(0)
})

/** Bytes that a client sends in chunks of its own making: pieces of what a socket has read. */
const sendInPieces = async (request: IncomingMessage, bytes: Buffer, size: number): Promise<void> => {
  for (let at = 0; at < bytes.length; at += size) {
    request.push(bytes.subarray(at, at + size))
    if ((at / size) % 10_000 === 0) await setImmediate()
  }
  await setImmediate()
}

const heap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('A body that comes byte by byte takes about as much memory as it has bytes', async () => {
  const request = new IncomingMessage(new Socket())
  const bytes = Buffer.alloc(300_000, 'abcdefg')
  const before = heap()
  const receiving = receiveBody(request, 1_000_000)
  await sendInPieces(request, bytes, 1)
  expect(heap() - before).toBeLessThan(3_000_000)
  request.push(null)
  expect(Buffer.compare((await receiving) as Buffer, bytes)).toBe(0)
})

test.each([1, 3, 700, 16_383, 16_384, 20_000])('A body in pieces of %i bytes is what was sent', async (size) => {
  const request = new IncomingMessage(new Socket())
  const bytes = Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251))
  const receiving = receiveBody(request, 1_000_000)
  await sendInPieces(request, bytes, size)
  // And a piece of another size in between and behind.
  for (const piece of [bytes.subarray(0, 40_000), bytes.subarray(0, 5)]) request.push(piece)
  request.push(null)
  const whole = Buffer.concat([bytes, bytes.subarray(0, 40_000), bytes.subarray(0, 5)])
  expect(Buffer.compare((await receiving) as Buffer, whole)).toBe(0)
})
