// The words of the command line of the bench of quality, and nothing else.

import { parseArgs } from 'node:util'
import { namesIn, wholeNumberIn } from '../../bin/option-values.ts'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { defined } from '../../core/collections/defined.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import type { Choice } from './sources/choice.ts'
import { type PartName, parts } from './sources/parts.ts'

export interface QualityOptions extends Choice {
  readonly parts: readonly PartName[]
  /** A file that gets everything as one JSON document. */
  readonly json?: string
  /** A folder that gets a plot for each set and measure. */
  readonly plots?: string
}

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name)
const partNames = Object.keys(parts).filter(isPart)

export const qualityUsage = `npm run eval:quality -- [DATA] [options]

${optionsText({
  DATA: 'folder of public data sets, none of which is part of this project; without it, texts that are made up from a seed: they show that everything can be measured, and nothing more',
  '--parts NAMES': `${partNames.join(', ')}`,
  '--sample N': 'one in N articles, runs, traces, payloads',
  '--models DIR': 'what training/adeline made: all coding runs, each repository by the forest that never saw it',
  '--json FILE': 'writes everything there, intervals of every measure included',
  '--plots DIR': 'writes curves of survival over saving there (SVG)',
})}`

const wordsOf = (words: readonly string[]) =>
  orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      allowPositionals: true,
      options: {
        parts: { type: 'string' },
        sample: { type: 'string', default: '1' },
        models: { type: 'string' },
        json: { type: 'string' },
        plots: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )

/** `undefined` when help was asked for. Throws `UsageFault`. */
export const readQualityOptions = (words: readonly string[]): QualityOptions | undefined => {
  const { values, positionals } = wordsOf(words)
  if (values.help) return undefined
  const [folder, ...rest] = positionals
  if (rest.length > 0) throw new UsageFault('There is only one folder of data.')
  const every = wholeNumberIn('sample', values.sample, 1)
  if (values.models !== undefined && folder === undefined) throw new UsageFault('--models needs the folder of data.')
  return {
    parts: namesIn(values.parts, partNames, partNames),
    every,
    ...defined({ folder, models: values.models, json: values.json, plots: values.plots }),
  }
}
