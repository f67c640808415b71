// `npm start` with the real compressor, which is not warmed up: that takes more of the processor than the rest of a start, and what is
// asked here does not depend on how soon it is answered. Tests start it as a process of its own.

import { join } from 'node:path'
import { start } from '../../local/start.ts'

await start(process.argv.slice(2), { compressorScript: join(import.meta.dirname, 'unwarmed-compressor.ts') })
