// Where the lines of a text begin and end. Knows nothing of what stands in them.

/** A line of `text`: `[start, contentEnd)` is what it says, `[contentEnd, end)` its line end (LF, CRLF, CR, or nothing at the end of the text). */
export interface Line {
  readonly start: number
  readonly contentEnd: number
  readonly end: number
}

/** The lines of `[start, end)`, in order, together covering it. */
export const splitLines = (text: string, start = 0, end = text.length): Line[] => {
  const lines: Line[] = []
  let lineStart = start
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 10 && unit !== 13) continue
    const lineEnd = unit === 13 && at + 1 < end && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1
    lines.push({ start: lineStart, contentEnd: at, end: lineEnd })
    lineStart = lineEnd
    at = lineEnd - 1
  }
  if (lineStart < end) lines.push({ start: lineStart, contentEnd: end, end })
  return lines
}
