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

/** How many lines continue a count. */
const countedLines = (lines: readonly string[]): number => {
  let before = Number.NaN
  let counted = 0
  for (const line of lines) {
    const number = Number(numbered.exec(line)?.[1] ?? Number.NaN)
    if (number === before + 1) counted += 1
    before = number
  }
  return counted
}

/**
 * Whether the text looks like content of a file. `strict`: only where most of it does, because the command that printed it
 * is known and says nothing of files.
 */
export const looksLikeFile = (text: string, strict: boolean): boolean => {
  const lines = text
    .slice(0, looked)
    .split('\n')
    .filter((line) => !punctuation.test(line))
    .map((line) => line.slice(0, 300))
  if (lines.length < fewestLines) return false
  const share = (count: number): number => count / lines.length
  const has = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length
  if (share(countedLines(lines)) >= (strict ? 0.7 : 0.4)) return true
  if (!strict && (share(has(named)) >= 0.5 || has(changed) >= 2)) return true
  return !/^\s*[[{]\s*["{[]/.test(text) && share(lines.filter(isCode).length) >= (strict ? 0.8 : 0.5)
}
