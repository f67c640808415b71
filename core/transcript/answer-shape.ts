// Whether an answer looks like content of a file, whatever the call was called: numbered lines, lines named by their file,
// changes of files, code. Looks at the beginning alone.

/** Characters of an answer that are looked at. */
const looked = 8_000
const fewestLines = 4

const numbered = /^\s{0,10}L?(\d{1,6})(?:\t|→|\s?[|│:](?:\s|$)|\s{2,}|$)/
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
/** Closes what a word has opened. */
const closing = /^\s*(?:end|fi|done|esac)\s*$/
const bareCall = /^\s*[\w.$]+\(.*\)$/
const wordsAlone = /^\s*(?:[A-Za-z]+[ ,.']){6,}/

const isCode = (line: string): boolean =>
  !notCode.test(line) &&
  !(wordsAlone.test(line) && !/[;{]\s*$/.test(line)) &&
  (assignment.test(line) ||
    bareCall.test(line) ||
    closing.test(line) ||
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

/** Whether rows are numbered below a line that names their columns: who shows a file numbers its first line, too. */
const isTable = ([heading = '', ...rows]: readonly string[]): boolean =>
  ['\t', '|'].some((separator) => {
    const columns = heading.split(separator).length
    return (
      columns > 1 && !numbered.test(heading) && areMostly(rows, 0.9, (row) => row.split(separator).length === columns)
    )
  })

/** In front of what is unfinished, an escape may be so, too. */
const cutEscape = /(?<!\\)((?:\\\\)*)\\(?:u[\da-fA-F]{0,3})?$/

/** The string that most of a JSON text is, whatever its member is called, as far as it is looked at; `undefined` if there is none. */
const mostOfJson = (text: string): string | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  const beginning = text.slice(0, looked)
  for (const [spelled] of beginning.matchAll(/"(?:[^"\\]+|\\[\s\S])*"?/g)) {
    if (2 * spelled.length < beginning.length) continue
    try {
      return String(JSON.parse(spelled.endsWith('"') ? spelled : `${spelled.replace(cutEscape, '$1')}"`))
    } catch {
      return undefined
    }
  }
  return undefined
}

/**
 * Whether the text looks like content of a file, or holds one as JSON. `strict`: only where most of it does, because the command that printed it
 * is known and says nothing of files.
 */
export const looksLikeFile = (text: string, strict: boolean): boolean => {
  const inside = mostOfJson(text)
  if (inside !== undefined) return looksLikeFile(inside, strict)
  const lines = linesOf(text)
  if (lines.length < fewestLines) return false
  if (areMostly(lines, strict ? 0.7 : 0.4, countsOn()) && !isTable(lines)) return true
  if (!strict && areMostly(lines, 0.5, (line) => named.test(line))) return true
  if (!strict && lines.filter((line) => changed.test(line)).length >= 2) return true
  return !/^\s*[[{]\s*["{[]/.test(text) && areMostly(lines, strict ? 0.8 : 0.5, isCode)
}
