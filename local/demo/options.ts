// The options of `npm run demo`.

import { parseArgs } from 'node:util'
import { orUsageFault, refuseTwice, UsageFault } from '../../bin/usage-fault.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import { portOf, requireReachable } from '../process/port-option.ts'

export const usage = `npm run demo -- [options]

  --page       write demo.html too: left what the agent sent, right what went
  --dashboard  show the dashboard with a week of made-up traffic instead
  --port N     port of that dashboard (default: any free port)
  --help       print this text`

export interface DemoOptions {
  readonly page: boolean
  readonly dashboard: boolean
  /** Of the dashboard; 0: any free one. */
  readonly port: number
  readonly help: boolean
}

const flag = { type: 'boolean', default: false } as const
const options = { page: flag, dashboard: flag, port: { type: 'string' }, help: flag } as const

/** The names of all. */
export const demoOptions: readonly string[] = Object.keys(options)

/** Throws `UsageFault`. */
export const readDemoOptions = (words: readonly string[]): DemoOptions => {
  const { values, tokens } = orUsageFault(() => parseArgs({ args: withNegatives(words), options, tokens: true }))
  refuseTwice(tokens)
  const { port: named, ...flags } = values
  if (flags.page && flags.dashboard) throw new UsageFault('--page and --dashboard exclude each other.')
  if (named !== undefined && !flags.dashboard)
    throw new UsageFault('--port is the port of the dashboard: give --dashboard too.')
  const port = portOf(named ?? '0')
  requireReachable(port, '--port')
  return { ...flags, port }
}
