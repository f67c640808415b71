// The operator’s commands for accounts, keys, the ledger and its sums. Prints the answer on standard output, everything
// else on standard error. Exits with 0 when done, 1 when refused or when the tables cannot be reached, 2 for a wrong
// command line.

import { sayOutputFault } from '../adapters/files/output-fault.ts'
import { operate } from './operator/operate.ts'

// A reader such as `head` may close the output early. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') sayOutputFault(error)
})
process.exitCode = await operate(process.argv.slice(2), {
  variables: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
