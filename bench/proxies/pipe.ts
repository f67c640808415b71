// The floor: what a proxy of node:http alone costs. Forwards everything, looks at nothing.

import { Agent, createServer, request } from 'node:http'
import { pipeline } from 'node:stream'
import { listen } from '../../testkit/listen.ts'
import { announce } from '../processes/answer-parent.ts'
import { keptAlive } from '../processes/kept-alive.ts'

const upstreamPort = Number(process.env.UPSTREAM_PORT)
const agent = new Agent({ keepAlive: true })

const server = createServer(keptAlive, (incoming, response) => {
  const forwarded = request({
    host: '127.0.0.1',
    port: upstreamPort,
    agent,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
  })
  forwarded.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, response, () => {})
  })
  forwarded.on('error', () => response.destroy())
  response.on('close', () => {
    if (!response.writableFinished) forwarded.destroy()
  })
  incoming.pipe(forwarded)
})

const { port } = await listen(server)
announce({ port })
