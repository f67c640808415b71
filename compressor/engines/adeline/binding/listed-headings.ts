// Ties what a recursive listing lists to the line `path:` above it: without that line a file is taken for one of the directory before.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { nothing, passivePoints, pinnedPoints } from '../units/units.ts'
import { evenWorth } from '../weighing/even-worth.ts'
import { expendableBelow } from '../weighing/thresholds.ts'

const longestPath = 300
/** Most texts have no such line, and are not read any closer. */
const hint = /^\S.{0,300}:[ \t]*$/m

/** Whether it is a path and a colon, and nothing behind it. */
const isPath = (line: string): boolean => {
  const path = line.trimEnd()
  return (
    path.endsWith(':') && path.length <= longestPath && /^\S/.test(path) && (path.includes('/') || !/\s/.test(path))
  )
}

/** With fewer, the ends of each say something. */
const fewestDirectories = 3
/**
 * Gives the lines of a directory the same worth, so that it goes as a whole where it can. Each directory is a section of its own, whose
 * ends are pinned: in a list of directories they tell no more than the lines between them.
 */
const level = ({ text, units, signs }: LineContext, listed: readonly number[]): void => {
  const { points, start, end } = units
  const open = listed.filter((unit) => {
    const own = points[unit] ?? 0
    if (own === pinnedPoints) return !signs.saysFailure(text.slice(start[unit] ?? 0, end[unit] ?? 0))
    return own >= expendableBelow
  })
  evenWorth(
    units,
    open,
    open.filter((unit) => points[unit] !== pinnedPoints),
  )
}

/**
 * Ties the lines of each paragraph to the path that opens it, whatever kind of text they are taken for. `leavesNone`: a path all of whose
 * lines go, goes with them, for alone it reads as an empty directory. Linear in the text.
 */
export const bindListedHeadings = (context: LineContext, leavesNone: boolean): void => {
  if (!hint.test(context.text)) return
  const { units } = context
  const unitsOn = unitsOnLine(context)
  const directories: number[][] = []
  /** Those with a line below. */
  const headings: number[] = []
  let heading: readonly number[] = []
  /** The blank line above, and the last unit that was tied: one may stand on many lines. */
  let [above, tied] = [nothing, nothing]
  for (let line = 0; line < context.lines.length; line += 1) {
    if (isBlankLine(context, line)) {
      heading = []
      above = line
    } else if (above === line - 1 && isPath(contentOf(context, line))) {
      heading = unitsOn(line)
      directories.push([])
    } else if (heading.length > 0)
      for (const unit of unitsOn(line)) {
        if (unit <= tied) continue
        units.addCompanions(unit, heading)
        if (leavesNone) headings.push(...heading)
        directories.at(-1)?.push(unit)
        tied = unit
      }
  }
  if (directories.length < fewestDirectories) return
  for (const listed of directories) level(context, listed)
  for (const unit of headings) units.points[unit] = passivePoints
}
