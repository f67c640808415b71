import { createServer, request } from 'node:http'
import { expect, test } from 'vitest'
import { type ReceivedBody, receiveBody } from '../../../local/front/request-body.ts'
import { listen } from '../../../testkit/listen.ts'

/** What is received of a body, and the pieces that it came in. */
const received = async (body: Buffer): Promise<{ body: ReceivedBody; pieces: Buffer[] }> => {
  const pieces: Buffer[] = []
  const whole = Promise.withResolvers<ReceivedBody>()
  const server = createServer((incoming, response) => {
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    receiveBody(incoming, 10_000_000).then((taken) => {
      response.end()
      whole.resolve(taken)
    }, whole.reject)
  })
  const { port } = await listen(server)
  request({ port, method: 'POST', agent: false }, (answer) => answer.resume()).end(body)
  const taken = await whole.promise
  server.close()
  return { body: taken, pieces }
}

test('A body is whole, and the pieces that it came in hold no memory any more', async () => {
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
  const { body, pieces } = await received(sent)
  expect(Buffer.isBuffer(body) && body.equals(sent)).toBe(true)
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.map(({ buffer }) => buffer.byteLength)).toEqual(pieces.map(() => 0))
})

test('A body of one piece is that piece', async () => {
  const sent = Buffer.from('{"model":"any"}')
  const { body, pieces } = await received(sent)
  expect(Buffer.isBuffer(body) && body.equals(sent)).toBe(true)
  expect(pieces).toEqual([body])
})
