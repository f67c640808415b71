// Keeps lines that differ from lines of one shape around them: the check that failed, the disk that is faulted, the file that is deleted,
// the branch that is checked out. Without it the others read as all there are.

import { differing, hardlyAny } from '../reading/lines/cells.ts'
import { isStamped, marksFailure, saysState } from '../reading/lines/signs.ts'
import { isProgramOutput } from '../reading/sections/program-output.ts'
import { TextKind } from '../units/text-kind.ts'
import type { LineContext } from './context.ts'

const longest = 400
/** Fewer lines have no shape in common. */
const fewest = 4
/** So many words of a line are compared from its beginning, and the last one. */
const words = 4
const progress = /\d%/
const details = /^[-dlbcps][-rwxsStT]{9}/
const sign = /^[^\w\s.~/"'@$-]/

interface Line {
  readonly unit: number
  readonly content: string
}

const kinds: ReadonlySet<number> = new Set([TextKind.listing, TextKind.log, TextKind.code])

/** What is compared of a line: the sign that opens it, how many words it has, the first ones, and the last. */
const shapeOf = (content: string): string[] => {
  const found = content.trim().split(/\s+/)
  return [
    sign.exec(content.trim())?.[0] ?? '',
    `${Math.min(found.length, words + 1)}`,
    ...Array.from({ length: words }, (_, at) => found[at] ?? ''),
    found.at(-1) ?? '',
  ]
}

/** Stretches of lines without a blank one between them. */
function* stretchesOf({ units, text }: LineContext): Generator<Line[]> {
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
    const content = text.slice(start, Math.min(own, start + longest))
    lines.push({ unit, content: content.split('\n', 1)[0] ?? '' })
    const behind = content.slice(content.trimEnd().length)
    end = behind.indexOf('\n') < behind.lastIndexOf('\n') ? -1 : own
  }
  if (lines.length > 0) yield lines
}

/** Events, progress, and files with their modes: the next line differs from the last one anyway. */
const goesOn = (line: string): boolean => isStamped(line) || progress.test(line) || details.test(line)

const areMost = (lines: readonly Line[], is: (line: string) => boolean): boolean =>
  lines.filter(({ content }) => is(content)).length * 2 > lines.length

/** Pins those lines. Linear in the text. */
export const pinOddLines = (context: LineContext): void => {
  const { units } = context
  const stretches = [...stretchesOf(context)]
  const isSource = !isProgramOutput(
    stretches.flatMap((lines) =>
      lines.filter(({ unit }) => units.kind[unit] === TextKind.code).map(({ content }) => content),
    ),
  )
  for (const stretch of stretches) {
    const lines = isSource ? stretch.filter(({ unit }) => units.kind[unit] !== TextKind.code) : stretch
    const isNews = !areMost(lines, saysState)
    for (const { unit, content } of lines) if (marksFailure(content) || (isNews && saysState(content))) units.pin(unit)
    // The first line may be the heading of the others.
    const inside = lines.slice(1)
    if (inside.length < fewest || areMost(inside, goesOn)) continue
    const stands = differing(
      inside.map(({ content }) => shapeOf(content)),
      hardlyAny,
    )
    inside.forEach(({ unit }, at) => {
      if (stands[at] === true) units.pin(unit)
    })
  }
}
