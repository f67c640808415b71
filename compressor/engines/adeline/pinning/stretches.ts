// Lines that stand together, to be compared with each other.

import type { LineContext } from '../context/line-context.ts'
import { TextKind } from '../units/text-kind.ts'

const longest = 400

const kinds: ReadonlySet<number> = new Set([TextKind.listing, TextKind.log, TextKind.code])

/** The beginning of a unit, which is its first line. */
export interface Line {
  readonly unit: number
  readonly content: string
}

const endsInBlankLine = (text: string): boolean => {
  const behind = text.slice(text.trimEnd().length)
  return behind.indexOf('\n') < behind.lastIndexOf('\n')
}

/** Stretches of lines without a blank one between them. */
export function* stretchesOf({ units, text }: LineContext): Generator<Line[]> {
  let lines: Line[] = []
  let end = -1
  for (let unit = 0; unit < units.length; unit += 1) {
    const [start, own] = [units.start[unit] ?? 0, units.end[unit] ?? 0]
    const isIn = kinds.has(units.kind[unit] ?? 0)
    if (!isIn || start !== end) {
      if (lines.length > 0) yield lines
      lines = []
    }
    if (!isIn) continue
    const beginning = text.slice(start, Math.min(own, start + longest))
    const lineEnd = beginning.indexOf('\n')
    const content = lineEnd < 0 ? beginning : beginning.slice(0, lineEnd)
    lines.push({ unit, content })
    end = lineEnd < beginning.lastIndexOf('\n') && endsInBlankLine(beginning) ? -1 : own
  }
  if (lines.length > 0) yield lines
}

export const areMost = (lines: readonly Line[], is: (line: string) => boolean): boolean => {
  let count = 0
  for (const line of lines) if (is(line.content)) count += 1
  return count * 2 > lines.length
}
