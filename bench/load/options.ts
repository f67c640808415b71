// The words of the command line, and nothing else.

import { parseArgs } from 'node:util'
import { wholeNumberIn } from '../../bin/option-values.ts'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { defined } from '../../core/collections/defined.ts'
import { withNegatives } from '../../core/text/negative-values.ts'

export interface LoadOptions {
  readonly minutes: number
  /** Exchanges a second; absent: the highest that the machine holds is looked for. */
  readonly rate?: number
  readonly seed: number
  /** Gets the plots. */
  readonly plots?: string
}

export const usage = `npm run bench:load -- [options]

${optionsText({
  '--minutes N': 'how long the load lasts (30)',
  '--rate N': 'exchanges a second (the highest that this machine holds: looked for first)',
  '--seed N': 'another random order (1)',
  '--plots DIR': 'writes memory, sockets and first bytes over time there, as SVG',
})}`

const numberFrom = (name: string, text: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0) throw new UsageFault(`--${name} takes a number above 0.`)
  return value
}

/** `undefined` when help was asked for. Throws `UsageFault`. */
export const readLoadOptions = (words: readonly string[]): LoadOptions | undefined => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      options: {
        minutes: { type: 'string', default: '30' },
        rate: { type: 'string' },
        seed: { type: 'string', default: '1' },
        plots: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  if (values.help) return undefined
  return {
    minutes: numberFrom('minutes', values.minutes),
    seed: wholeNumberIn('seed', values.seed, 0),
    ...defined({
      rate: values.rate === undefined ? undefined : numberFrom('rate', values.rate),
      plots: values.plots,
    }),
  }
}
