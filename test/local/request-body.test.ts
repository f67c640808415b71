import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { receiveBody } from '../../local/request-body.ts'

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
