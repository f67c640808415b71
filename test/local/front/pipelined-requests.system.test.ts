// Requests that a client sends before it has the answers to those before: as many as may wait are answered in their order, and no more.

import { once } from 'node:events'
import { expect, it } from 'vitest'
import { answer, exchange, frontOver, openSocket } from '../front.ts'

const kinds: readonly (readonly [string, string])[] = [
  ['without bodies', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['with bodies', 'POST /anthropic/v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}'],
]

it.each(kinds)(
  'Of a thousand at once, %s, eight are served, and the connection ends behind the last answer',
  async (_what, request) => {
    const front = await frontOver(answer({ statusCode: 200 }, 'x'))
    const { head, body, end } = await exchange(front.port, request.repeat(1_000))
    const answers = `${head}\r\n\r\n${body}`
    expect(answers.match(/HTTP\/1.1 200/g)).toHaveLength(8)
    expect(answers.match(/connection: close/gi)).toHaveLength(1)
    expect(front.called).toHaveLength(8)
    expect(end).toBe('end')
  },
)

it('Of a stranger with bodies one is answered', async () => {
  const front = await frontOver(answer({ statusCode: 401 }, 'x'), { carriesKey: () => false })
  const { status, head } = await exchange(front.port, (kinds[1]?.[1] ?? '').repeat(1_000))
  expect([status, /connection: close/i.test(head)]).toEqual([401, true])
  expect(front.called).toHaveLength(1)
})

it('A client that reads each answer before it asks again keeps its connection for as long as it likes', async () => {
  const front = await frontOver(answer({ statusCode: 200 }, 'x'))
  const socket = await openSocket(front.port)
  for (let count = 0; count < 20; count += 1) {
    socket.write(kinds[0]?.[1] ?? '')
    let received = ''
    while (!received.endsWith('0\r\n\r\n')) received += String((await once(socket, 'data'))[0])
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
    expect(received).not.toMatch(/connection: close/i)
  }
  expect(front.called).toHaveLength(20)
})
