// The words of the command line, and nothing else.

import { parseArgs } from 'node:util'
import { orUsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { defined } from '../../core/collections/defined.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import type { Scale } from '../command/scale.ts'

export interface GrowthOptions {
  readonly scale: Scale
  /** Gets the curves. */
  readonly plots?: string
}

export const usage = `npm run bench:growth -- [options]

${optionsText({
  '--quick': 'the first steps of each curve: shows that everything can be measured, in seconds',
  '--plots DIR': 'writes the curves there, as SVG',
})}`

/** `undefined` when help was asked for. Throws `UsageFault`. */
export const readGrowthOptions = (words: readonly string[]): GrowthOptions | undefined => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      options: {
        quick: { type: 'boolean', default: false },
        plots: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  if (values.help) return undefined
  return { scale: values.quick ? 'quick' : 'full', ...defined({ plots: values.plots }) }
}
