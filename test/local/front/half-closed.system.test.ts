// Clients that close their sending half and keep reading. To the front they look like those that have left, whose provider must stop.

import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { frontOver, opened, type Script, untilOver } from '../front.ts'

const request = 'POST /anthropic/v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}'

it.each([
  ['before its answer', false],
  ['within its answer', true],
])(
  'a client that closes its sending half %s has left, and its handler hears so before it writes again',
  async (_when, begun) => {
    const heard: string[] = []
    const untilGone: Script = async (_event, stream) => {
      stream.once('close', () => heard.push('closed'))
      if (begun) opened(stream, { statusCode: 200 }).write(Buffer.from('piece'))
      // A client that writes would find out by itself.
      await Promise.race([new Promise((resolve) => stream.once('close', resolve)), wait(3_000)])
      heard.push('over')
      stream.end()
    }
    const { port, called } = await frontOver(untilGone)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    const answered = untilOver(socket)
    socket.write(request)
    await vi.waitFor(() => expect(called).toHaveLength(1))
    socket.end()

    await vi.waitFor(() => expect(heard).toEqual(['closed', 'over']))
    expect((await answered).body.toString()).not.toMatch(/\r\n0\r\n\r\n$/)
  },
)
