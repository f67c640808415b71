// THE rule of `Retry-After`: how long a refused caller is told to wait. Whole seconds, at least 1.

/** Where a store or the compressor is out of reach, or a process has no room for what arrives. */
export const outageRetryAfterSeconds = 5

/** Where too much of an account is under way at once: nobody knows when some of it ends. */
export const crowdRetryAfterSeconds = 1

/** Where a limit is reached: waiting that long admits, if nobody else is served in between. `microseconds` as `access/limits/gcra.ts` counts them. */
export const limitRetryAfterSeconds = (microseconds: number): number => Math.max(1, Math.ceil(microseconds / 1_000_000))
