// Ties what `git log` says of a commit to the line with its hash, whatever kind of text it is taken for: among messages and lists of
// files, that line alone says where one commit ends and the next begins.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { nothing } from '../units/units.ts'

const commit = /^commit [0-9a-f]{7,64}\b/
const anyCommit = new RegExp(commit, 'm')

/** Ties them. Linear in the text. */
export const bindCommits = (context: LineContext): void => {
  if (!anyCommit.test(context.text)) return
  const unitsOn = unitsOnLine(context)
  let head: readonly number[] = []
  /** A hunk stands on many lines, and is tied once. */
  let tied = nothing
  for (let line = 0; line < context.lines.length; line += 1) {
    if (commit.test(contentOf(context, line))) head = unitsOn(line)
    else if (head.length > 0)
      for (const unit of unitsOn(line)) {
        if (unit > tied) context.units.addCompanions(unit, head)
        tied = Math.max(tied, unit)
      }
  }
}
