// The options of `npm run demo`.

import { parseArgs } from 'node:util'
import { orUsageFault } from '../../bin/usage-fault.ts'

export const usage = `npm run demo -- [options]

  --page       write demo.html too: left what the agent sent, right what went
  --dashboard  show the dashboard with a week of made-up traffic instead
  --help       print this text`

export interface DemoOptions {
  readonly page: boolean
  readonly dashboard: boolean
  readonly help: boolean
}

const flag = { type: 'boolean', default: false } as const

/** Throws `UsageFault`. */
export const readDemoOptions = (words: readonly string[]): DemoOptions =>
  orUsageFault(() => parseArgs({ args: [...words], options: { page: flag, dashboard: flag, help: flag } })).values
