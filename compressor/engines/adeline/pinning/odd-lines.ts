// Keeps lines that differ from lines of one shape around them: the check that failed, the disk that is faulted, the file that is deleted,
// the branch that is checked out. Without it the others read as all there are.

import type { LineContext } from '../context/line-context.ts'
import { differing, hardlyAny } from '../reading/lines/cells.ts'
import type { LineSigns } from '../reading/lines/line-signs.ts'
import { marksFailure } from '../reading/lines/signs.ts'
import { isProgramOutput } from '../reading/sections/program-output.ts'
import { TextKind } from '../units/text-kind.ts'
import { areMost, type Line } from './stretches.ts'

/** Fewer lines have no shape in common. */
const fewest = 4
/** So many words of a line are compared from its beginning, and the last one. */
const words = 4
const progress = /\d%/
const details = /^[-dlbcps][-rwxsStT]{9}/
const sign = /^[^\w\s.~/"'@$-]/

/** What is compared of a line: the sign that opens it, how many words it has, the first ones, and the last. */
const shapeOf = ({ content }: Line, { partedWords }: LineSigns): string[] => {
  const line = content.trim()
  const found = partedWords(line)
  const [first = '', second = '', third = '', fourth = ''] = found
  const count = `${Math.min(found.length, words + 1)}`
  return [sign.exec(line)?.[0] ?? '', count, first, second, third, fourth, found.at(-1) ?? '']
}

/** Events, progress, and files with their modes: the next line differs from the last one anyway. */
const goesOn =
  ({ isStamped }: LineSigns) =>
  (line: string): boolean =>
    isStamped(line) || progress.test(line) || details.test(line)

/** Pins those lines of the stretches. Linear in the text. */
export const pinOddLines = ({ units, signs }: LineContext, stretches: readonly (readonly Line[])[]): void => {
  const isCode = ({ unit }: Line): boolean => units.kind[unit] === TextKind.code
  const isSource = !isProgramOutput(stretches.flatMap((lines) => lines.filter(isCode).map(({ content }) => content)))
  for (const stretch of stretches) {
    const lines = isSource ? stretch.filter((line) => !isCode(line)) : stretch
    const states = new Set(lines.filter(({ content }) => signs.saysState(content)))
    const areNews = states.size * 2 <= lines.length
    for (const line of lines) if ((areNews && states.has(line)) || marksFailure(line.content)) units.pin(line.unit)
    // The first line may be the heading of the others.
    const inside = lines.slice(1)
    if (inside.length < fewest || areMost(inside, goesOn(signs))) continue
    const stands = differing(
      inside.map((line) => shapeOf(line, signs)),
      hardlyAny,
    )
    inside.forEach(({ unit }, at) => {
      if (stands[at] === true) units.pin(unit)
    })
  }
}
