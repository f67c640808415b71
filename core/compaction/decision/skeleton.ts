// Which lines of a source file say what it has and which way it goes: imports, declarations, signatures, members of types, what opens
// and closes a block, conditions, and what leaves a body. Told by indentation and by how a line begins and ends, for no language in
// particular. A member of JSON is not such a line: it goes with its value. Linear in the text.

/** Nobody declares anything behind so many characters. */
const longestLooked = 400
/** A tab is as deep as so many blanks. */
const tabWidth = 4
/** Of a signature, a condition or a value that goes on from line to line. */
const mostLines = 30

/** How tools number lines. */
const number = /^\s{0,8}\d{1,6}(?:\t|→|[|:]\s?|\s{2})/
const declares =
  /^(?:@\w|#!?\[|\[[A-Z]\w*(?:\(.*\))?\]$|#[ \t]*(?:define|undef|include|ifn?def|endif|pragma)\b|#(?:if|elif|else)\b|(?:import|from|using|use|require|package|namespace|module|mod|export|declare|public|private|protected|internal|static|abstract|override|virtual|final|sealed|inline|extern|constexpr|template|typedef|typealias|async|pub|fn|fun|func|def|defp|sub|class|interface|struct|enum|union|record|object|impl|trait|protocol|extension|type|function|const|let|var|val)\b)/
/** What stands in its block are members. Of `struct` and its kin a bracket makes a function that returns one. */
const isType =
  /^(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|sealed|data|open|partial|pub(?:\(\w+\))?|unsafe|const|inline|readonly|typedef)\s+)*(?:(?:class|interface|impl|trait|object|record|protocol|extension|namespace|module|mod|type|extern)\b|(?:struct|enum|union)\b[^(]*$)/
/** Says who may use the members below it, and is as deep as their type. */
const isLabel = /^(?:public|private|protected)(?: \w+)?:$/
const controls =
  /^(?:\}\s*)?(?:if|elif|elsif|else|for|foreach|while|until|unless|switch|match|case|default|when|try|catch|except|rescue|finally|ensure|with|do|loop|select)\b/
const leaves = /^(?:return|throw|raise)\b/
/** Its body may follow without braces: behind the brackets, or at once. */
const hasCondition = /^(?:\}\s*)?(?:else )?(?:if|for|foreach|while)\b[^(]{0,10}\(/
const hasNone = /^(?:\}\s*)?else$/
/** A member of JSON. */
const isJson = /^"/
const assigns = /^[\w.$*&]+(?:\[[^\]]*\])?\s*(?::[^=]*)?=(?!=)/
/** A name, and a bracket that another line closes. */
const isCalled = /^[\w*&<>:,[\].~ ]+\(/
const isNamed = /^[\w$'-]+[?!]?\s*:/
const isRemark = /^(?:\/[/*]|\*|#|--|"""|''')/
const remarkBehind = /\s(?:\/\/|\/\*|# ).*$/
const closes = /^(?:[)}\]]|end\b|fi\b|done\b|esac\b)/
const opens = /(?:[{:]|=>|\b(?:do|then))$/
const says = /[\w)]/

interface Line {
  readonly indent: number
  /** What stands behind its number and its indentation, without a remark. */
  readonly said: string
}

const lineOf = (text: string): Line => {
  const looked = text.slice(0, longestLooked)
  let at = number.exec(looked)?.[0].length ?? 0
  let indent = 0
  for (; looked[at] === ' ' || looked[at] === '\t'; at += 1) indent += looked[at] === ' ' ? 1 : tabWidth
  const said = looked.slice(at).trimEnd()
  return { indent, said: isRemark.test(said) ? said : said.replace(remarkBehind, '').trimEnd() }
}

/** How many more brackets open than close. */
const bracketsIn = (line: string): number => {
  let brackets = 0
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at)
    if (unit === 0x28 || unit === 0x5b) brackets += 1
    else if (unit === 0x29 || unit === 0x5d) brackets -= 1
  }
  return brackets
}

/** Whether a condition ends with its line, or goes on in the next one: it leads to a line that has no braces. */
const leadsOn = (said: string): boolean => {
  if (!hasCondition.test(said)) return hasNone.test(said)
  let end = said.indexOf('(') + 1
  for (let open = 1; end < said.length && open > 0; end += 1) open += said[end] === '(' ? 1 : said[end] === ')' ? -1 : 0
  return end === said.length
}

/** A line, and what stands deeper below it. */
interface Block {
  readonly line: number
  readonly indent: number
  /** What stands directly in it are members, of nothing but types: each line of it, or those that look like one. */
  readonly members: 'none' | 'some' | 'all'
  /** All lines that it stands below stay. */
  isHeld: boolean
}

/** Whether it names something that stands in no body. */
const isDeclared = ({ said, indent }: Line, above: Block | undefined): boolean => {
  if (declares.test(said)) return true
  if (isRemark.test(said)) return false
  if (above?.members === 'all') return true
  if (above?.members === 'some') return isNamed.test(said) || assigns.test(said)
  const isOutside = above === undefined && indent === 0
  return isOutside && (said.endsWith(';') || assigns.test(said) || (isCalled.test(said) && bracketsIn(said) > 0))
}

class Skeleton {
  readonly stays: boolean[]
  readonly #lines: readonly Line[]
  /** The lines that the current one stands below, one in the other. */
  readonly #open: Block[] = []
  /** Brackets of a line that stays which are still open, and how many lines may go on from it. */
  #brackets = 0
  #more = 0
  /** A condition without braces stays with what it leads to. */
  #isAwaited = false

  constructor(texts: readonly string[]) {
    this.#lines = texts.map(lineOf)
    this.stays = texts.map(() => false)
    for (const [index, line] of this.#lines.entries())
      if (line.said !== '') this.stays[index] = this.#goesOn(line) || this.#staysAt(index, line)
  }

  /** Whether it goes on from a line that stays. */
  #goesOn({ said }: Line): boolean {
    if (this.#brackets <= 0 || this.#more === 0) return false
    this.#brackets += bracketsIn(said)
    this.#more -= 1
    if (opens.test(said)) this.#isAwaited = false
    return true
  }

  #staysAt(index: number, line: Line): boolean {
    const { said, indent } = line
    if (isLabel.test(said)) return true
    if (said === '{') return this.stays[index - 1] === true
    const beside = this.#enter(indent)
    const above = this.#open.at(-1)
    const isBraced = said.endsWith('{') || (this.#lines[index + 1]?.said === '{' && !said.endsWith(','))
    const isOpening = (isBraced || opens.test(said)) && says.test(said) && !isJson.test(said)
    const isEnd = beside !== undefined && this.stays[beside.line] === true && closes.test(said)
    const isLeaving = leaves.test(said)
    if (isLeaving) this.#hold()
    const stays = isOpening || isEnd || isLeaving || this.#isAwaited || controls.test(said) || isDeclared(line, above)
    this.#isAwaited = !isOpening && leadsOn(said)
    this.#brackets = stays && !isOpening ? bracketsIn(said) : 0
    this.#more = mostLines
    const mayBeType = (above === undefined || above.members !== 'none') && isType.test(said)
    this.#open.push({ line: index, indent, members: !mayBeType ? 'none' : isBraced ? 'all' : 'some', isHeld: false })
    return stays
  }

  /** Leaves what is as deep or deeper; the last line that is as deep. */
  #enter(indent: number): Block | undefined {
    while ((this.#open.at(-1)?.indent ?? -1) > indent) this.#open.pop()
    return this.#open.at(-1)?.indent === indent ? this.#open.pop() : undefined
  }

  /** What leaves under a condition would leave without it, so whatever it stands below stays. */
  #hold(): void {
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const block = this.#open[at]
      if (block === undefined || block.isHeld) return
      block.isHeld = true
      this.stays[block.line] = true
    }
  }
}

/** Of each line of a source file, whether it is part of its skeleton. */
export const skeletonOf = (lines: readonly string[]): readonly boolean[] => new Skeleton(lines).stays
