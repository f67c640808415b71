// The words of the command line, and nothing else.

import { parseArgs } from 'node:util'
import { namesIn, wholeNumberIn } from '../bin/option-values.ts'
import { orUsageFault, UsageFault } from '../bin/usage-fault.ts'
import { optionsText } from '../bin/usage-text.ts'
import { defined } from '../core/collections/defined.ts'
import { withNegatives } from '../core/text/negative-values.ts'
import type { Scale } from './command/scale.ts'
import { type RowName, rowNames } from './rows/names.ts'

export interface BenchOptions {
  readonly scale: Scale
  readonly json: boolean
  readonly seed: number
  readonly rows: readonly RowName[]
  /** Folder for CPU profiles of the measured processes. */
  readonly profiles?: string
  /** How often everything is measured; only how the runs end is then printed. */
  readonly repeat: number
}

export const usage = `npm run bench -- [options]

${optionsText({
  '--quick': 'few samples: shows that everything can be measured, in two minutes',
  '--json': 'one JSON document on standard output instead of tables',
  '--only ROWS': `some rows alone, separated by commas: ${rowNames.join(', ')}, peers`,
  '--peers': 'the row peers too: other proxies beside ours, installed as far as this machine can (1.6 GB)',
  '--seed N': 'another random order (1)',
  '--repeat N': 'runs N times and prints how many succeeded, without their tables (1)',
  '--profile DIR': 'writes CPU profiles of the measured processes there (their figures are then too high)',
})}`

const all: readonly RowName[] = [...rowNames, 'peers']

const rowsFrom = (list: string | undefined, withPeers: boolean): readonly RowName[] => {
  const rows = namesIn(list, all, rowNames)
  return withPeers && !rows.includes('peers') ? [...rows, 'peers'] : rows
}

const repeatFrom = (text: string, isWithFiles: boolean): number => {
  const times = wholeNumberIn('repeat', text, 1)
  if (times > 1 && isWithFiles) throw new UsageFault('--repeat goes with neither --json nor --profile.')
  return times
}

/** `undefined` when help was asked for. Throws `UsageFault`. */
export const readBenchOptions = (words: readonly string[]): BenchOptions | undefined => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        peers: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        profile: { type: 'string' },
        repeat: { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  if (values.help) return undefined
  return {
    scale: values.quick ? 'quick' : 'full',
    json: values.json,
    seed: wholeNumberIn('seed', values.seed, 0),
    rows: rowsFrom(values.only, values.peers),
    repeat: repeatFrom(values.repeat, values.json || values.profile !== undefined),
    ...defined({ profiles: values.profile }),
  }
}
