// The text of a variable. One that is blank is as good as absent: a start script or a Compose file may leave it so.

import * as z from 'zod/mini'

/** `undefined` where it is absent or blank. */
export const given = z.pipe(
  z.optional(z.string()),
  z.transform((text) => (text === undefined || text.trim() === '' ? undefined : text)),
)
