// The compressor as a process: port and host from the environment, one line when ready, drained by SIGTERM.
// It speaks SageMaker's contract; invocation.ts decides what it answers.

import { once } from 'node:events'
import { lookMilliseconds } from '../core/compressor/silent-looks.ts'
import { compressorServer } from './http-server.ts'
import { warmUp } from './warm-up.ts'

/** SageMaker kills a container 30 s after SIGTERM. */
const drainMilliseconds = 25_000

const portFrom = (value: string): number => {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (port <= 65_535) return port
  process.stderr.write(`SAGEMAKER_BIND_TO_PORT or PORT must be a port number from 0 to 65535, not "${value}".\n`)
  process.exit(1)
}

const port = portFrom(process.env.SAGEMAKER_BIND_TO_PORT ?? process.env.PORT ?? '8080')
const host = process.env.HOST ?? '0.0.0.0'

let warm = false
let draining = false
const server = compressorServer({
  isWarm: () => warm && !draining,
  report: (failure) => process.stderr.write(`${JSON.stringify({ level: 'error', ...failure })}\n`),
})

const drain = (): void => {
  if (draining) return
  draining = true
  setTimeout(() => process.exit(1), drainMilliseconds).unref()
  server.close(() => process.exit(0))
  server.closeIdleConnections()
}
process.on('SIGTERM', drain)
process.on('SIGINT', drain)
// A connection with an answer in progress when draining began becomes idle only once that answer has ended.
server.on('request', (_request, response) => {
  response.on('close', () => {
    if (draining) setImmediate(() => server.closeIdleConnections())
  })
})

server.on('error', (error) => {
  process.stderr.write(`The compressor cannot listen on ${host}:${port}: ${error.message}\n`)
  process.exit(1)
})
server.listen(port, host)
await once(server, 'listening')
await warmUp()
warm = true
// The container ends a process that stops saying so, since it is stuck.
const sayMilliseconds = Number(process.env.SAY_MS ?? lookMilliseconds)
const say = (): void => void process.send?.(sayMilliseconds)
if (process.send !== undefined) setInterval(say, sayMilliseconds).unref()
say()
const address = server.address()
process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : port })}\n`)
