// The upstream of every measurement, in a process of its own.

import { createServer } from 'node:http'
import { listen } from '../../testkit/listen.ts'
import { announce } from '../answer-parent.ts'
import { keptAlive } from '../kept-alive.ts'
import { behaviours, seen } from './behaviours.ts'

const server = createServer(keptAlive, (request, response) => {
  const wish = String(request.headers['x-bench'] ?? 'answer')
  seen.open += 1
  seen.received = Number(request.headers['content-length'] ?? 0)
  response.on('close', () => {
    seen.open -= 1
  })
  request.resume().on('end', () => {
    const behaviour = behaviours[wish]
    if (behaviour === undefined) response.writeHead(500).end()
    else void behaviour(response, request.headers)
  })
})

announce(
  { port: (await listen(server)).port },
  { open: () => seen.open, received: () => seen.received, flooded: () => seen.flooded, chunked: () => seen.chunked },
)
