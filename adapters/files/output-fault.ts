// Standard output may take nothing any more, as where it goes to a file and the disk is full.

import { codeOf, reasonOf } from './file-fault.ts'

/** Says why on standard error, and has the process end with 1 where it would have ended with 0. */
export const sayOutputFault = (error: unknown): void => {
  process.stderr.write(`Standard output takes nothing: ${reasonOf(codeOf(error))}.\n`)
  process.once('exit', (exitCode) => {
    process.exitCode = exitCode || 1
  })
}
