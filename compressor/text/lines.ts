// Finds where the lines of a text begin and end.

/** A line: `[start, contentEnd)` is its content, `[contentEnd, end)` its line end (LF, CRLF, CR, or nothing at the end of the text). */
export interface Line {
  readonly start: number
  readonly contentEnd: number
  readonly end: number
}

const lineEnd = /[\r\n]/g

/** The lines of a text, in order, together covering it. */
export const splitLines = (text: string): Line[] => {
  const lines: Line[] = []
  let start = 0
  lineEnd.lastIndex = 0
  while (lineEnd.test(text)) {
    const contentEnd = lineEnd.lastIndex - 1
    if (text.charCodeAt(contentEnd) === 13 && text.charCodeAt(contentEnd + 1) === 10) lineEnd.lastIndex++
    lines.push({ start, contentEnd, end: lineEnd.lastIndex })
    start = lineEnd.lastIndex
  }
  if (start < text.length) lines.push({ start, contentEnd: text.length, end: text.length })
  return lines
}
