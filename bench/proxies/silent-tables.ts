// Tables that take everything and hold nothing, as DynamoDB answers a write: what a call costs its caller is measured, and what a
// table costs is not.

import { createServer } from 'node:http'
import { listen } from '../../testkit/listen.ts'
import { announce } from '../processes/answer-parent.ts'
import { keptAlive } from '../processes/kept-alive.ts'

let writes = 0

const server = createServer(keptAlive, (request, response) => {
  if (String(request.headers['x-amz-target']).endsWith('.PutItem')) writes += 1
  request.resume().on('end', () => {
    const head = { 'content-type': 'application/x-amz-json-1.0', 'content-length': 2, 'x-amz-crc32': '2745614147' }
    response.writeHead(200, head).end('{}')
  })
})

const { port } = await listen(server)
announce(
  { port },
  {
    writes: () => {
      const taken = writes
      writes = 0
      return taken
    },
  },
)
