// `npm start` with a small compressor in place of the real one: started by the tests as a process of its own.

import { join } from 'node:path'
import { start } from '../../local/start.ts'

await start(process.argv.slice(2), {
  compressorScript: join(import.meta.dirname, '..', '..', 'testkit', 'compressor-server.ts'),
})
