// Loaded first. What Node says of an error that nobody caught begins with the line that has thrown it, and a bundle has lines of 10,000
// characters: this says the rest.

import { inspect } from 'node:util'

process.on('uncaughtException', (error) => {
  process.stderr.write(`${inspect(error)}\n`)
  process.exit(1)
})

/** An error and its causes, of which some may lead back to it, by codes and names: their messages may hold what no log may. */
export const reasonsOf = (error: unknown, depth = 5): readonly string[] => {
  if (!(error instanceof Error) || depth === 0) return []
  const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return [reason, ...reasonsOf(error.cause, depth - 1)]
}
