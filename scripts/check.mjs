// Checks types, format and lint, and shows every fault, not only those of the first check.

import { spawnSync } from 'node:child_process'

const run = (...command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0

const types = run('node_modules/typescript/bin/tsc', '--noEmit')
const lint = run('node_modules/@biomejs/biome/bin/biome', 'ci', '.')
process.exit(types && lint ? 0 : 1)
