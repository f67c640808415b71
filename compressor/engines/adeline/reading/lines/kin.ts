// Finds lines about the same thing as a failure: they share an id with it that few other lines have.

import { contentOf, type LineReading } from './line-reading.ts'

/** Runs of characters that ids are made of; runs without a digit are words. */
const idPattern = /[\w-]{5,64}/g
const digit = /\d/
/** An id on more lines names a place, not the matter at hand. */
const mostLines = 8

const idsOf = (line: string): string[] => {
  const found: string[] = []
  for (const [id] of line.matchAll(idPattern)) if (digit.test(id)) found.push(id)
  return found
}

/** The given lines that share such an id with a failing line. Linear in the heads of the lines. */
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
