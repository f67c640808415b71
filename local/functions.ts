// The process of the functions: provides the runtime's global, loads the handlers, opens the front. Its environment is that
// of a function, and the AWS SDK's own variables say where tables and compressor are.

import { openFunctionUrls } from './function-url.ts'
import { handlers } from './handlers.ts'
import { healthPaths } from './health.ts'

/** How long running exchanges may take when the service ends. */
const drainMilliseconds = 30_000

let isEnding = false

const front = await openFunctionUrls({
  handlers,
  port: Number(process.argv[2] ?? 0),
  host: process.argv[3] ?? '127.0.0.1',
  report: (line) => process.stderr.write(`${line}\n`),
  log: (line) => process.stdout.write(`${line}\n`),
  own: healthPaths(() => !isEnding),
})
process.stdout.write(`${JSON.stringify({ port: front.port })}\n`)

process.once('SIGTERM', async () => {
  isEnding = true
  if (front.running > 0) process.stdout.write(`${JSON.stringify({ ending: front.running })}\n`)
  await front.drain(drainMilliseconds)
  process.exit(0)
})
