// Keeps what a linter or a compiler finds where it says so above the place (`--> a.py:3:1`), how to mend it, what is said below an error of
// CMake, where an exception of Elixir was raised, and what `dpkg -l` says of its signs. `compiler-warnings.ts` has the warnings that say that they are some.

import type { LineContext } from '../context/line-context.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

const hint = /^ *--> |^CMake (?:\w+ )?(?:Error|Warning)|^\*\* \(|^\S*Dockerfile\S*:\d+$|^\+{2,}-=/gm
const place = /^ *--> \S+:\d+/
const advice = /^ *(?:= )?help: /
const cmake = /^CMake (?:\w+ )?(?:Error|Warning)/
/** An exception of Elixir, and the frames below it. */
const raised = /^\*\* \(\S/
const frame = /^ +\(\S+ [\d.]+\) \S+:\d+: /
/** Where the build of an image failed; the rule below what `dpkg -l` says of its signs, which are drawn down to their columns. */
const dockerfile = /^\S*Dockerfile\S*:\d+$/
const drawnRule = /^\+{2,}-=/
const drawn = /^\||^Desired=/
/** Lines below that may belong to it. */
const farthest = 24

/** Pins those lines. Linear in the text. */
export const pinFindings = (context: LineContext): void => {
  const { text, lines } = context
  const pin = linePins(context)
  for (const line of linesAt(context, offsetsOf(text, hint))) {
    const content = contentOf(context, line)
    const behind = Math.min(lines.length, line + farthest)
    if (cmake.test(content)) {
      pin(line)
      for (let below = line + 1; below < behind && /^(?:\s|$)/.test(contentOf(context, below)); below += 1) pin(below)
    } else if (raised.test(content)) {
      pin(line)
      if (frame.test(contentOf(context, line + 1))) pin(line + 1)
    } else if (dockerfile.test(content)) pin(line)
    else if (drawnRule.test(content)) {
      pin(line)
      for (let above = line - 1; above >= 0 && drawn.test(contentOf(context, above)); above -= 1) pin(above)
    } else if (place.test(content) && line > 0 && /^\S/.test(contentOf(context, line - 1))) {
      pin(line - 1)
      pin(line)
      for (let below = line + 1; below < behind && !isBlankLine(context, below); below += 1)
        if (advice.test(contentOf(context, below))) pin(below)
    }
  }
}
