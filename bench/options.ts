// The words of the command line, and nothing else.

import { parseArgs } from 'node:util'
import { orUsageFault, UsageFault } from '../bin/usage-fault.ts'
import { optionsText } from '../bin/usage-text.ts'
import { defined } from '../core/collections/defined.ts'
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
const isRowName = (name: string): boolean => all.some((known) => known === name)

const rowsFrom = (list: string | undefined, withPeers: boolean): readonly RowName[] => {
  if (list === undefined) return withPeers ? all : rowNames
  const names = list.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isRowName(name))
  if (unknown !== undefined) throw new UsageFault(`There is no row "${unknown}".`)
  return all.filter((name) => names.includes(name) || (withPeers && name === 'peers'))
}

const seedFrom = (text: string): number => {
  const seed = Number(text)
  if (!Number.isSafeInteger(seed) || seed < 0) throw new UsageFault('--seed takes a whole number.')
  return seed
}

const repeatFrom = (text: string, isWithFiles: boolean): number => {
  const times = Number(text)
  if (!Number.isSafeInteger(times) || times < 1) throw new UsageFault('--repeat takes a whole number above 0.')
  if (times > 1 && isWithFiles) throw new UsageFault('--repeat goes with neither --json nor --profile.')
  return times
}

/** `undefined` when help was asked for. Throws `UsageFault`. */
export const readBenchOptions = (words: readonly string[]): BenchOptions | undefined => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: [...words],
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
    seed: seedFrom(values.seed),
    rows: rowsFrom(values.only, values.peers),
    repeat: repeatFrom(values.repeat, values.json || values.profile !== undefined),
    ...defined({ profiles: values.profile }),
  }
}
