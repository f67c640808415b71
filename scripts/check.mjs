// Checks types, format and lint, and shows every fault, not only those of the first check.

import { spawnSync } from 'node:child_process'
import { takesNoWords } from '../bin/usage-fault.ts'

takesNoWords(`npm run check

Checks types, format and lint. It has no options.`)

const run = (...command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0

const types = run('node_modules/typescript/bin/tsc', '--noEmit')
// What runs in a browser knows a browser's names.
const pageTypes = ['dashboard/page', 'test/dashboard/browser'].map((folder) =>
  run('node_modules/typescript/bin/tsc', '--noEmit', '-p', folder),
)
const lint = run('node_modules/@biomejs/biome/bin/biome', 'ci', '.')
process.exit(types && pageTypes.every(Boolean) && lint ? 0 : 1)
