// Whether an answer looks like content of a file, whatever the call was called: numbered lines, lines named by their file,
// changes of files, code. Looks at the beginning alone.

import { type Beginning, beginningCharacters, beginningOf } from '../../json/strings/beginning.ts'
import { mostOfJson } from './most-of-json.ts'

const fewestLines = 4
/** So many characters tell how an answer opens, with no more blanks between them than usual. */
const enoughOpening = 10

const numbered = /^\s{0,10}L?(\d{1,6})(?:\t|→|\s?[|│:](?:\s|$)|\s{2,}|$)/
/** The file's name has a folder or an extension: a date, which begins most log lines, has neither. */
const named = /^(?:[\w@+.-]*(?:[\\/][\w@+. -]+)+|[\w@+.-]*\w\.[A-Za-z]\w{0,7})[:-]\d+[:-]/
const changed = /^(?:diff --git |@@ -\d|--- \S|\+\+\+ \S)/
/** Says nothing about what a text is. */
const punctuation = /^[\s{}()[\],;]*$/

const blankCharacters = '\t\n\v\f\r '
const [newline, space, closeBracket] = [0x0a, 0x20, 0x29]

/** Which characters of ASCII are among these. */
const amongst = (characters: string): Uint8Array => {
  const are = new Uint8Array(128)
  for (const character of characters) are[character.charCodeAt(0)] = 1
  return are
}
const blanks = amongst(blankCharacters)
const marks = amongst('{}()[],;')
/** What a line of the kind cannot begin without, and what no line of code begins with. */
const [opensCount, opensChange, opensNoCode] = [amongst('L0123456789'), amongst('d@-+'), amongst('"0123456789-*>|')]
/** What stands in front of a count, what it is made of, and what stands behind it; the same of a name up to its folder or extension. */
const [beforeCount, digits] = [amongst(`L${blankCharacters}`), amongst('0123456789')]
const behindCount = amongst(`|:${blankCharacters}`)
const letters = 'abcdefghijklmnopqrstuvwxyz'
const names = amongst(`${letters}${letters.toUpperCase()}0123456789_@+-`)
const behindName = amongst('./\\')
/** What code may end with, and words that close: blanks may follow. */
const [endsCode, endsClosing] = [amongst(`;{}:>=&|[(,${blankCharacters}`), amongst(`deic${blankCharacters}`)]
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

/** The lines of an answer that say something, of which so much is looked at. */
const longestLine = 300
const mostLines = beginningCharacters / 2 + 1
const starts = new Int32Array(mostLines)
const ends = new Int32Array(mostLines)
const firsts = new Uint16Array(mostLines)
const lasts = new Uint16Array(mostLines)

/**
 * What is looked at of one answer, line by line. Good until the next answer is looked at: all share their memory, because most answers
 * have many lines, and most lines are told apart by their first character that is not a blank.
 */
class Lines {
  readonly count: number
  readonly #text: Beginning
  readonly #units: Uint16Array

  constructor(answer: Beginning) {
    this.#text = answer
    const { units } = answer
    this.#units = units
    const { length } = units
    let count = 0
    for (let start = 0, end = 0; start < length; start = end + 1) {
      end = start
      while (end < length && units[end] !== newline) end += 1
      let at = start
      while (at < end && blanks[units[at] ?? 0] === 1) at += 1
      if (at === end || this.#saysNothing(units, at, end)) continue
      starts[count] = start
      ends[count] = Math.min(end, start + longestLine)
      firsts[count] = units[at] ?? 0
      lasts[count] = units[Math.min(end, start + longestLine) - 1] ?? 0
      count += 1
    }
    this.count = count
  }

  textOf(line: number): string {
    return this.#text.part(starts[line] ?? 0, ends[line] ?? 0)
  }

  /** What is not ASCII has to be looked at. */
  mayBegin(line: number, openings: Uint8Array): boolean {
    return openings[firsts[line] ?? 0] !== 0
  }

  /** The same of its last character, which may be a blank. */
  mayEnd(line: number, endings: Uint8Array): boolean {
    return endings[lasts[line] ?? 0] !== 0
  }

  /** Whether it may be a numbered one: most that begin with digits go on as dates do, or as sizes. */
  mayBeNumbered(line: number): boolean {
    if (!this.mayBegin(line, opensCount)) return false
    const last = this.#firstWithout(line, digits, this.#firstWithout(line, beforeCount))
    const at = this.#units[last] === space ? last + 1 : last
    const unit = this.#units[at] ?? 0
    return at >= (ends[line] ?? 0) || unit >= 128 || behindCount[unit] === 1
  }

  /** Whether it may begin with the name of a file: one has a folder or an extension. */
  mayBeNamed(line: number): boolean {
    const at = this.#firstWithout(line, names)
    return at !== ends[line] && behindName[this.#units[at] ?? 0] === 1
  }

  /** Where the line, from there on, first has a unit other than these; its end if it has none. */
  #firstWithout(line: number, characters: Uint8Array, from = starts[line] ?? 0): number {
    const end = ends[line] ?? 0
    let at = from
    while (at < end && characters[this.#units[at] ?? 0] === 1) at += 1
    return at
  }

  #saysNothing(units: Uint16Array, start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) {
      const unit = units[at] ?? 0
      if (unit >= 128) return punctuation.test(this.#text.part(at, end))
      if (marks[unit] === 0 && blanks[unit] === 0) return false
    }
    return true
  }
}

type IsLine = (lines: Lines, line: number) => boolean

const isCode: IsLine = (lines, line) => {
  if (opensNoCode[firsts[line] ?? 0] === 1) return false
  const text = lines.textOf(line)
  const isLikeCode =
    (text.includes('=') && assignment.test(text)) ||
    (lasts[line] === closeBracket && bareCall.test(text)) ||
    (lines.mayEnd(line, endsClosing) && closing.test(text)) ||
    (codeStart.test(text) && /[^\w\s.,]/.test(text)) ||
    (lines.mayEnd(line, endsCode) && codeEnd.test(text))
  return isLikeCode && !notCode.test(text) && !(wordsAlone.test(text) && !/[;{]\s*$/.test(text))
}

/** How many of so many may be missing where at least a share of them is there. */
const mostMissing = (all: number, share: number): number => {
  let most = Math.floor(all * (1 - share)) + 1
  while (most > 0 && (all - most) / all < share) most -= 1
  return most
}

/** Whether at least a share of the lines is so, from one of them on. Looks at no more lines than it takes to say. */
const areMostly = (lines: Lines, share: number, is: IsLine, from = 0): boolean => {
  let left = mostMissing(lines.count - from, share)
  for (let line = from; line < lines.count; line += 1) {
    if (is(lines, line)) continue
    if (left === 0) return false
    left -= 1
  }
  return true
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
