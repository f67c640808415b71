// What a process of the service has of the environment of the one that starts it.

import { defined } from '../../core/collections/defined.ts'

const { NODE_COMPILE_CACHE } = process.env

/** Where Node keeps what it has compiled, if it does (`scripts/with-node.mjs`). */
export const compileCache: Readonly<Record<string, string>> = defined({ NODE_COMPILE_CACHE })
