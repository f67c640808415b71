// Processes that a system suite starts keep what Node has compiled, as those do that npm starts (vitest.config.ts).

import './modules-stay.ts'

const { STARTED_COMPILE_CACHE } = process.env
if (STARTED_COMPILE_CACHE) process.env.NODE_COMPILE_CACHE = STARTED_COMPILE_CACHE
