// Whether an answer looks like content of a file, whatever the call was called: numbered lines, lines named by their file,
// changes of files, code. Looks at the beginning alone.

/** Characters of an answer that are looked at. */
const looked = 8_000
const fewestLines = 4

const numbered = /^\s{0,10}(\d{1,6})(?:\t|→|\s?[|│:](?:\s|$)|\s{2,}|$)/
/** The file's name has a folder or an extension: a date, which begins most log lines, has neither. */
const named = /^(?:[\w@+.-]*(?:[\\/][\w@+. -]+)+|[\w@+.-]*\w\.[A-Za-z]\w{0,7})[:-]\d+[:-]/
const changed = /^(?:diff --git |@@ -\d|--- \S|\+\+\+ \S)/
/** Says nothing about what a text is. */
const punctuation = /^[\s{}()[\],;]*$/
/** A member of JSON, or an entry of a stack: they end like code. */
const notCode = /^\s*(?:"|at\s|\[?\d|[-*>|])/
const codeStart =
  /^\s*(?:(?:import|export|from|def|class|function|const|let|var|return|if|for|while|else|elif|try|except|finally|catch|switch|case|public|private|protected|static|async|await|package|using|namespace|fn|impl|pub|struct|enum|interface|type|func|module|require|raise|throw|yield|with|assert|pass|break|continue|super|this|self|end)\b|@\w+|#include|#define|#!|\/\/|\/\*|\*\/|\*\s)/
const codeEnd = /(?:[;{}]|\)\s*:|=>|=|&&|\|\||[[(,])\s*$/
const assignment = /^\s*[\w.$*&]+(?:\[[^\]]*\])?(?::\s*\w+)?\s*[-+*/|&%]?=(?!=)\s*\S/
const bareCall = /^\s*[\w.$]+\(.*\)$/
const wordsAlone = /^\s*(?:[A-Za-z]+[ ,.']){6,}/

const isCode = (line: string): boolean =>
  !notCode.test(line) &&
  !(wordsAlone.test(line) && !/[;{]\s*$/.test(line)) &&
  (assignment.test(line) ||
    bareCall.test(line) ||
    (codeStart.test(line) && /[^\w\s.,]/.test(line)) ||
    codeEnd.test(line))

/** Whether at least a share of the lines is so. Looks at no more lines than it takes to say. */
const areMostly = (lines: readonly string[], share: number, is: (line: string) => boolean): boolean => {
  let missing = 0
  for (const line of lines) {
    if (is(line)) continue
    missing += 1
    if ((lines.length - missing) / lines.length < share) return false
  }
  return true
}

/** Whether a line continues the count of the one before it, to be asked line by line. */
const countsOn = (): ((line: string) => boolean) => {
  let before = Number.NaN
  return (line) => {
    const number = Number(numbered.exec(line)?.[1] ?? Number.NaN)
    const continues = number === before + 1
    before = number
    return continues
  }
}

const linesOf = (text: string): string[] => {
  const lines: string[] = []
  for (const line of text.slice(0, looked).split('\n')) if (!punctuation.test(line)) lines.push(line.slice(0, 300))
  return lines
}

/**
 * Whether the text looks like content of a file. `strict`: only where most of it does, because the command that printed it
 * is known and says nothing of files.
 */
export const looksLikeFile = (text: string, strict: boolean): boolean => {
  const lines = linesOf(text)
  if (lines.length < fewestLines) return false
  if (areMostly(lines, strict ? 0.7 : 0.4, countsOn())) return true
  if (!strict && areMostly(lines, 0.5, (line) => named.test(line))) return true
  if (!strict && lines.filter((line) => changed.test(line)).length >= 2) return true
  return !/^\s*[[{]\s*["{[]/.test(text) && areMostly(lines, strict ? 0.8 : 0.5, isCode)
}
