// Finds where the lines of a text begin and end.

/** A line: `[start, contentEnd)` is its content, `[contentEnd, end)` its line end (LF, CRLF, CR, or nothing at the end of the text). */
export interface Line {
  readonly start: number
  readonly contentEnd: number
  readonly end: number
}

const lineEnd = /[\r\n]/g

/** The lines of `[start, end)`, in order, together covering it. */
export const splitLines = (text: string, start = 0, end = text.length): Line[] => {
  const lines: Line[] = []
  let lineStart = start
  lineEnd.lastIndex = start
  while (lineEnd.test(text) && lineEnd.lastIndex <= end) {
    const contentEnd = lineEnd.lastIndex - 1
    if (text.charCodeAt(contentEnd) === 13 && contentEnd + 1 < end && text.charCodeAt(contentEnd + 1) === 10)
      lineEnd.lastIndex++
    lines.push({ start: lineStart, contentEnd, end: lineEnd.lastIndex })
    lineStart = lineEnd.lastIndex
  }
  if (lineStart < end) lines.push({ start: lineStart, contentEnd: end, end })
  return lines
}
