// What the upstream's process says of itself when it is asked for `counts`.

import * as z from 'zod'
import type { Counts } from '../../testkit/provider/behaviours.ts'

export const counts: z.ZodType<Omit<Counts, 'endings'>> = z.object({
  open: z.number(),
  received: z.number(),
  pieces: z.number(),
  taken: z.number(),
})
