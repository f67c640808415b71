// Loaded first. What Node says of an error that nobody caught begins with the line that has thrown it, and a bundle has lines of 10,000
// characters: this says the rest.

import { inspect } from 'node:util'
import { SettingFault } from '../lambdas/settings/setting-fault.ts'

process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof SettingFault ? error.message : inspect(error)}\n`)
  process.exit(1)
})
