// Which lines of a text are worth a closer look.

import type { LineContext } from '../context/line-context.ts'

/** The lines that the offsets, which are in order, are on; each line once. */
export function* linesAt({ lines }: LineContext, offsets: Iterable<number>): Generator<number> {
  let [line, told] = [0, -1]
  for (const offset of offsets) {
    while (line + 1 < lines.length && (lines[line + 1]?.start ?? 0) <= offset) line += 1
    if (line !== told) yield line
    told = line
  }
}
