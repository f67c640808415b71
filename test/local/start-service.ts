// `npm start` with a small compressor instead of the real one. Tests start it as a process of its own.

import { join } from 'node:path'
import { start } from '../../local/start.ts'

await start(process.argv.slice(2), {
  compressorScript: join(import.meta.dirname, '..', '..', 'testkit', 'compressor-server.ts'),
})
