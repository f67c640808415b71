// Tells what a program printed from a source file, where the router calls both code.

const lineOfSource = new RegExp(
  [
    String.raw`[;{}]\s*$`,
    String.raw`[([,:]\s*$`,
    String.raw`^\s*[)\]}]+[,;:]?\s*$`,
    String.raw`^\s*(?:\d+\s*[:|\t-]?\s*)?(?:@\w|#include|//|/\*|"""|#|(?:def|class|import|from|return|if|elif|else|for|while|try|except|raise|throw|with|assert|export|const|let|var|function|public|private|static|fn|use|func|package|self)\b)`,
    String.raw`^\s*[\w.\]['"]+\s*[+*/|-]?=\s`,
  ].join('|'),
)

/** Of the lines of source, at least one in so many is told by its form. */
const sourceAmong = 6

/** Whether so few of the lines have the form of source that they are none. */
export const isProgramOutput = (lines: readonly string[]): boolean => {
  const most = lines.length / sourceAmong
  let source = 0
  for (const line of lines) {
    if (source >= most) return false
    if (lineOfSource.test(line)) source += 1
  }
  return source < most
}
