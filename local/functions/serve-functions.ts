// Serves the handlers from a process of its own: tells its parent where, and ends when it is asked to, once running exchanges have.

import { carriesServiceKey } from '../../core/access/keys/authenticate.ts'
import { openFunctionUrls } from '../front/function-url.ts'
import { healthPaths } from '../front/health.ts'
import { keepHeapSmall } from '../process/heap-growth.ts'
import { tellParent } from '../process/to-parent.ts'
import { handlers } from './handlers.ts'

/** How long running exchanges may take when the service ends. */
const drainMilliseconds = 30_000

export interface ServeOptions {
  /** The words of the process: port and host. */
  readonly words: readonly string[]
  /** What else the parent is told. @default nothing */
  readonly facts?: Readonly<Record<string, unknown>>
  /** Runs once the last exchange has ended. @default nothing */
  readonly ended?: () => Promise<void>
}

export const serveFunctions = async ({ words, facts, ended }: ServeOptions): Promise<void> => {
  keepHeapSmall()
  let isEnding = false
  const [port = '0', host = '127.0.0.1'] = words
  const front = await openFunctionUrls({
    handlers,
    carriesKey: carriesServiceKey,
    port: Number(port),
    host,
    report: (line) => process.stderr.write(`${line}\n`),
    log: (line) => process.stdout.write(`${line}\n`),
    own: healthPaths(() => !isEnding),
  })
  tellParent({ port: front.port, ...facts })

  process.once('SIGTERM', async () => {
    isEnding = true
    if (front.running > 0) process.stdout.write(`${JSON.stringify({ ending: front.running })}\n`)
    await front.drain(drainMilliseconds)
    await ended?.()
    process.exit(0)
  })
}
