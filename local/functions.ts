// The process of the functions: provides the runtime's global, loads the handlers, opens the front. Its environment is that
// of a function, and the AWS SDK's own variables say where tables and compressor are.

import { type RouteName, routes } from '../lambdas/routes.ts'
import { provideAwsLambda, type StreamingHandler } from './awslambda.ts'
import { openFunctionUrls } from './function-url.ts'

/** How long running exchanges may take when the service ends. */
const drainMilliseconds = 30_000

const isHandler = (value: unknown): value is StreamingHandler => typeof value === 'function'

const loadHandlers = async (): Promise<Map<RouteName, StreamingHandler>> => {
  const handlers = new Map<RouteName, StreamingHandler>()
  for (const { name } of routes) {
    const { handler }: { handler?: unknown } = await import(`../lambdas/${name}.ts`)
    if (!isHandler(handler)) throw new Error(`lambdas/${name}.ts has no handler.`)
    handlers.set(name, handler)
  }
  return handlers
}

provideAwsLambda()
const front = await openFunctionUrls({
  handlers: await loadHandlers(),
  port: Number(process.argv[2] ?? 0),
  host: process.argv[3] ?? '127.0.0.1',
  report: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify({ port: front.port })}\n`)

process.once('SIGTERM', async () => {
  if (front.running > 0) process.stdout.write(`${JSON.stringify({ ending: front.running })}\n`)
  await front.drain(drainMilliseconds)
  process.exit(0)
})
