// The second floor: the same pipe with `undici.request` on the way out.

import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import { Agent } from 'undici'
import { listen } from '../../testkit/listen.ts'
import { announce } from '../processes/answer-parent.ts'
import { keptAlive } from '../processes/kept-alive.ts'

const origin = `http://127.0.0.1:${Number(process.env.UPSTREAM_PORT)}`
const agent = new Agent()
const ofOneConnection = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding'])

const server = createServer(keptAlive, async (incoming, response) => {
  const leaving = new AbortController()
  response.on('close', () => leaving.abort())
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !ofOneConnection.has(name)))
  try {
    const answer = await agent.request({
      origin,
      path: incoming.url ?? '/',
      method: 'POST',
      headers,
      body: incoming,
      signal: leaving.signal,
    })
    const passed = Object.entries(answer.headers).filter(([name]) => !ofOneConnection.has(name))
    response.writeHead(answer.statusCode, Object.fromEntries(passed))
    pipeline(answer.body, response, () => {})
  } catch {
    response.destroy()
  }
})

const { port } = await listen(server)
announce({ port })
