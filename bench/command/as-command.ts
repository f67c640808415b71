// How every program of the bench begins and ends: its words, its signals, its faults, its exit.

import { constants } from 'node:os'
import { endWithClosedOutput } from '../../bin/closed-output.ts'
import { askedOrExit } from '../../bin/usage-fault.ts'

interface BenchCommand<Options> {
  readonly usage: string
  /** `undefined` when help was asked for. Throws `UsageFault`. */
  readonly read: (words: readonly string[]) => Options | undefined
  /** Resolves with whether all is well. A bar that is missed is no fault of the program. */
  readonly run: (options: Options) => Promise<boolean>
}

/** Ends the process: with 0 when all is well, 1 when it is not, 2 when the words were not understood. */
export const asCommand = async <Options>({ usage, read, run }: BenchCommand<Options>): Promise<never> => {
  // Children end with this process, by their ends of what connects them to it.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
  endWithClosedOutput()
  const options = askedOrExit(usage, read)
  try {
    process.exit((await run(options)) ? 0 : 1)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(1)
  }
}
