// Types, format, lint: everything about the code that needs no run of it. Every fault is shown, not only the first kind.

import { spawnSync } from 'node:child_process'

const run = (...command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0

const types = run('node_modules/typescript/bin/tsc', '--noEmit')
const lint = run('node_modules/@biomejs/biome/bin/biome', 'ci', '.')
process.exit(types && lint ? 0 : 1)
