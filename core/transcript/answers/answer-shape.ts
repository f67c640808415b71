// Whether an answer looks like content of a file, whatever the call was called: numbered lines, lines named by their file,
// changes of files, code. Looks at the beginning alone.

import { type Beginning, beginningOf } from '../../json/strings/beginning.ts'
import { amongst, areMostly, blankCharacters, blanks, type IsLine, Lines } from './answer-lines.ts'
import { mostOfJson } from './most-of-json.ts'

const fewestLines = 4
/** So many characters tell how an answer opens, with no more blanks between them than usual. */
const enoughOpening = 10

const numbered = /^\s{0,10}L?(\d{1,6})(?:\t|→|\s?[|│:](?:\s|$)|\s{2,}|$)/
/** The file's name has a folder or an extension: a date, which begins most log lines, has neither. */
const named = /^(?:[\w@+.-]*(?:[\\/][\w@+. -]+)+|[\w@+.-]*\w\.[A-Za-z]\w{0,7})[:-]\d+[:-]/
const changed = /^(?:diff --git |@@ -\d|--- \S|\+\+\+ \S)/
/** What a line of the kind cannot begin without, and what no line of code begins with. */
const [opensChange, opensNoCode] = [amongst('d@-+'), amongst('"0123456789-*>|')]
const closeBracket = 0x29
/** What code may end with, and words that close: blanks may follow. */
const [endsCode, endsClosing] = [amongst(`;{}:>=&|[(,${blankCharacters}`), amongst(`deic${blankCharacters}`)]
/** A member of JSON, or an entry of a stack: they end like code. What a browser's tools list under numbers looks assigned. */
const notCode = /^\s*(?:"|at\s|\[?\d|[-*>|]|uid=\d+_\d+ |reqid=\d+ [A-Z]+ |msgid=\d+ \[)/
const codeStart =
  /^\s*(?:(?:import|export|from|def|class|function|const|let|var|return|if|for|while|else|elif|try|except|finally|catch|switch|case|public|private|protected|static|async|await|package|using|namespace|fn|impl|pub|struct|enum|interface|type|func|module|require|raise|throw|yield|with|assert|pass|break|continue|super|this|self|end)\b|@\w+|#include|#define|#!|\/\/|\/\*|\*\/|\*\s)/
const codeEnd = /(?:[;{}]|\)\s*:|=>|=|&&|\|\||[[(,])\s*$/
const assignment = /^\s*[\w.$*&]+(?:\[[^\]]*\])?(?::\s*\w+)?\s*[-+*/|&%]?=(?!=)\s*\S/
/** Closes what a word has opened. */
const closing = /^\s*(?:end|fi|done|esac)\s*$/
const bareCall = /^\s*[\w.$]+\(.*\)$/
const wordsAlone = /^\s*(?:[A-Za-z]+[ ,.']){6,}/

const isCode: IsLine = (lines, line) => {
  if (opensNoCode[lines.firstOf(line)] === 1) return false
  const text = lines.textOf(line)
  const isLikeCode =
    (text.includes('=') && assignment.test(text)) ||
    (lines.lastOf(line) === closeBracket && bareCall.test(text)) ||
    (lines.mayEnd(line, endsClosing) && closing.test(text)) ||
    (codeStart.test(text) && /[^\w\s.,]/.test(text)) ||
    (lines.mayEnd(line, endsCode) && codeEnd.test(text))
  return isLikeCode && !notCode.test(text) && !(wordsAlone.test(text) && !/[;{]\s*$/.test(text))
}

/** In place of a number: it goes on with none, itself included, and takes no memory, as what is not a number does each time. */
const notNumbered = -2

/** Whether a line continues the count of the one before it, to be asked line by line. */
const countsOn = (): IsLine => {
  let before = notNumbered
  return (lines, line) => {
    const number = lines.mayBeNumbered(line)
      ? Number(numbered.exec(lines.textOf(line))?.[1] ?? notNumbered)
      : notNumbered
    const continues = number === before + 1
    before = number
    return continues
  }
}

const isNamed: IsLine = (lines, line) => lines.mayBeNamed(line) && named.test(lines.textOf(line))

/** How many lines say that a file was changed. */
const changesIn = (lines: Lines): number => {
  let changes = 0
  for (let line = 0; line < lines.count; line += 1)
    if (lines.mayBegin(line, opensChange) && changed.test(lines.textOf(line))) changes += 1
  return changes
}

/** Whether rows are numbered below a line that names their columns: who shows a file numbers its first line, too. */
const isTable = (lines: Lines): boolean => {
  const heading = lines.textOf(0)
  return (
    !numbered.test(heading) &&
    ['\t', '|'].some((separator) => {
      const columns = heading.split(separator).length
      const hasAll: IsLine = (_, line) => lines.textOf(line).split(separator).length === columns
      return columns > 1 && areMostly(lines, 0.9, hasAll, 1)
    })
  )
}

/** How it opens, from its first character on that is not a blank. */
const openingOf = (text: Beginning): string => {
  const { units } = text
  let at = 0
  while (blanks[units[at] ?? 0] === 1) at += 1
  const opening = text.part(at, at + enoughOpening)
  // Other blanks, or more of them than usual.
  return /^\S\s{0,8}\S/.test(opening) ? opening : text.part(at, units.length)
}

/**
 * Whether a text that begins so looks like content of a file, or holds one as JSON. `strict`: only where most of it does, because the command that
 * printed it is known and says nothing of files.
 */
export const looksLikeFile = (text: Beginning, strict: boolean): boolean => {
  const opening = openingOf(text)
  const inside = /^\s*[[{]/.test(opening) ? mostOfJson(text) : undefined
  if (inside !== undefined) return looksLikeFile(beginningOf(inside), strict)
  const lines = new Lines(text)
  if (lines.count < fewestLines) return false
  if (areMostly(lines, strict ? 0.7 : 0.4, countsOn()) && !isTable(lines)) return true
  if (!strict && (areMostly(lines, 0.5, isNamed) || changesIn(lines) >= 2)) return true
  return !/^\s*[[{]\s*["{[]/.test(opening) && areMostly(lines, strict ? 0.8 : 0.5, isCode)
}
