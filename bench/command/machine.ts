// What the figures were measured on, to stand above them.

import { cpus, loadavg, release } from 'node:os'
import { counted } from '../../core/text/counted.ts'

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly node: string
  readonly system: string
  /** Of the last minute. */
  readonly load: number
}

export const thisMachine = (): Machine => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  node: process.version,
  system: `${process.platform} ${release()} ${process.arch}`,
  load: loadOfMinute(),
})

/** How many processes wanted to run, on average over the last minute. */
export const loadOfMinute = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100

export const machineText = ({ processor, cores, node, system, load }: Machine): string =>
  `${counted(cores, 'core')} (${processor}), Node ${node}, ${system}, load ${load}`
