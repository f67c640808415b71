// What the checks send, so that it can be found where it must not be.

import { unknownKeyPrefix } from '../testkit/provider/server.ts'

/** Everything that the checks send contains it. Logs and tables must not. */
export const canary = 'verify-canary-5e1f'

/** The provider's key in requests to the stub. */
export const stubKey = `sk-${canary}`

/** A key that no provider has given out: the answer to it costs nothing and has the provider's own form. */
export const madeUpKey = `${unknownKeyPrefix}${canary}`
