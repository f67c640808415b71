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

/** Which characters of ASCII are among these. */
const amongst = (characters: string): Uint8Array => {
  const are = new Uint8Array(128)
  for (const character of characters) are[character.charCodeAt(0)] = 1
  return are
}
const blanks = amongst('\t\n\v\f\r ')
const marks = amongst('{}()[],;')
/** What a line of the kind cannot begin without, and what no line of code begins with. */
const [opensCount, opensChange, opensNoCode] = [amongst('L0123456789'), amongst('d@-+'), amongst('"0123456789-*>|')]
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

/** Most lines are told apart by their first character that is no blank; what is not ASCII has to be looked at. */
class Line {
  readonly first: number
  readonly #answer: string
  readonly #start: number
  readonly #end: number
  #text: string | undefined

  constructor(answer: string, start: number, end: number, first: number) {
    this.first = first
    this.#answer = answer
    this.#start = start
    this.#end = end
  }

  get text(): string {
    this.#text ??= this.#answer.slice(this.#start, this.#end)
    return this.#text
  }

  mayBegin(openings: Uint8Array): boolean {
    return openings[this.first] !== 0
  }
}

const isCode = (line: Line): boolean => {
  if (opensNoCode[line.first] === 1) return false
  const { text } = line
  return (
    !notCode.test(text) &&
    !(wordsAlone.test(text) && !/[;{]\s*$/.test(text)) &&
    (assignment.test(text) ||
      bareCall.test(text) ||
      closing.test(text) ||
      (codeStart.test(text) && /[^\w\s.,]/.test(text)) ||
      codeEnd.test(text))
  )
}

/** Whether at least a share of the lines is so. Looks at no more lines than it takes to say. */
const areMostly = (lines: readonly Line[], share: number, is: (line: Line) => boolean): boolean => {
  let missing = 0
  for (const line of lines) {
    if (is(line)) continue
    missing += 1
    if ((lines.length - missing) / lines.length < share) return false
  }
  return true
}

/** Whether a line continues the count of the one before it, to be asked line by line. */
const countsOn = (): ((line: Line) => boolean) => {
  let before = Number.NaN
  return (line) => {
    const number = line.mayBegin(opensCount) ? Number(numbered.exec(line.text)?.[1] ?? Number.NaN) : Number.NaN
    const continues = number === before + 1
    before = number
    return continues
  }
}

/** The lines that say something, of which so much is looked at. */
const longestLine = 300
const linesOf = (answer: string): Line[] => {
  const text = answer.slice(0, looked)
  const lines: Line[] = []
  for (let start = 0, end = 0; end < text.length; start = end + 1) {
    end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    let at = start
    while (at < end && blanks[text.charCodeAt(at)] === 1) at += 1
    const first = text.charCodeAt(at)
    if (at === end || (marks[first] !== 0 && punctuation.test(text.slice(at, end)))) continue
    lines.push(new Line(text, start, Math.min(end, start + longestLine), first))
  }
  return lines
}

/** Whether rows are numbered below a line that names their columns: who shows a file numbers its first line, too. */
const isTable = ([heading, ...rows]: readonly Line[]): boolean =>
  heading !== undefined &&
  !numbered.test(heading.text) &&
  ['\t', '|'].some((separator) => {
    const columns = heading.text.split(separator).length
    return columns > 1 && areMostly(rows, 0.9, ({ text }) => text.split(separator).length === columns)
  })

const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}

/** In front of what is unfinished, an escape may be so, too. */
const cutEscape = /\\u[\da-fA-F]{0,3}$/

/** The string that most of a JSON text is, whatever its member is called, as far as it is looked at; `undefined` if there is none. */
const mostOfJson = (text: string): string | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  const json = text.slice(0, looked)
  // It stands in the middle.
  let start = json.lastIndexOf('"', json.length >> 1)
  while (start > 0 && isEscaped(json, start)) start = json.lastIndexOf('"', start - 1)
  let end = json.indexOf('"', start + 1)
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  const until = end < 0 ? json.length : end
  if (start < 0 || 2 * (until - start) < json.length) return undefined
  const spelled = json.slice(start + 1, until)
  const whole = isEscaped(spelled, spelled.length) ? spelled.slice(0, -1) : spelled.replace(cutEscape, '')
  try {
    return String(JSON.parse(`"${whole}"`))
  } catch {
    return undefined
  }
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
  if (!strict && areMostly(lines, 0.5, ({ text: line }) => named.test(line))) return true
  if (!strict && lines.filter((line) => line.mayBegin(opensChange) && changed.test(line.text)).length >= 2) return true
  return !/^\s*[[{]\s*["{[]/.test(text) && areMostly(lines, strict ? 0.8 : 0.5, isCode)
}
