// `npm start`: the whole service on this machine. See `--help`.

import { start } from './start.ts'

await start(process.argv.slice(2))
