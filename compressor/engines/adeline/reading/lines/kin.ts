// Lines that speak of the same thing as a failure: they share an id with it that few other lines have.

import { contentOf, type LineReading } from './line-reading.ts'

/** Runs of the characters of ids; those without a digit are words. */
const idPattern = /[\w-]{5,64}/g
const digit = /\d/
/** An id of more lines than this names the place, not the matter. */
const mostLines = 8

const idsOf = (line: string): string[] => {
  const found: string[] = []
  for (const [id] of line.matchAll(idPattern)) if (digit.test(id)) found.push(id)
  return found
}

/** The lines among the given ones that share such an id with a failing line. Linear in the lines' heads. */
export const kinOfFailures = (
  context: LineReading,
  visible: readonly number[],
  failing: readonly number[],
): ReadonlySet<number> => {
  const linesOf = new Map<string, number[]>()
  for (const line of failing) for (const id of idsOf(contentOf(context, line))) linesOf.set(id, [])
  if (linesOf.size === 0) return new Set()
  for (const line of visible)
    for (const id of idsOf(contentOf(context, line))) {
      const lines = linesOf.get(id)
      if (lines !== undefined && lines.length <= mostLines) lines.push(line)
    }
  return new Set([...linesOf.values()].filter((lines) => lines.length <= mostLines).flat())
}
