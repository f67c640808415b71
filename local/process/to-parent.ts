// What a process of the service tells the one that has started it, as lines of JSON on standard output. Everything else that it
// prints is its log.

import * as z from 'zod'

const told = z.union([
  /** It is ready, and listens there; with whatever else the parent wants to know. */
  z.looseObject({ port: z.number() }),
  /** Why it cannot start, for a reason that the owner can change. */
  z.strictObject({ fault: z.string() }),
  /** An event that the owner should know. */
  z.strictObject({ report: z.string() }),
])
export type ToParent = z.infer<typeof told>

export const tellParent = (message: ToParent): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

/** What a line tells; `undefined` for a line of the log. */
export const toldIn = (line: string): ToParent | undefined => {
  if (!/^\{"(?:port|fault|report)":/.test(line)) return undefined
  try {
    return told.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
