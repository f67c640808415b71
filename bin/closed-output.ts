// A reader such as `head` may close the output of a command before the command is done.

import { constants } from 'node:os'
import { sayOutputFault } from '../adapters/files/output-fault.ts'

/**
 * Ends the process when nobody reads its output any more, as the signal would that other programs get: with 141, because what it was to
 * find out is not known then. With 1 when the output takes nothing any more.
 */
export const endWithClosedOutput = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(128 + constants.signals.SIGPIPE)
    sayOutputFault(error)
    process.exit()
  })
}
