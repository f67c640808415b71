// The statements of a TOML text, each with its place: table heads, and keys with their values, over as many lines as they take.
// What a value means is not looked into.

export interface Statement {
  /** Where its first line begins, and where its last line ends, without the line break. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Where a string ends that begins at `at`. */
const stringEnd = (text: string, at: number): number => {
  const quote = text[at] ?? ''
  const isLong = text.startsWith(quote.repeat(3), at)
  const mark = isLong ? quote.repeat(3) : quote
  let end = at + mark.length
  while (end < text.length && !text.startsWith(mark, end)) {
    if (!isLong && text[end] === '\n') return end
    end += quote === '"' && text[end] === '\\' ? 2 : 1
  }
  // A long string may end with quotes of its own.
  while (isLong && text[end + 3] === quote) end += 1
  return end + mark.length
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Where the statement ends that begins at `start`: at the end of a line on which every bracket is closed. */
const statementEnd = (text: string, start: number): number => {
  let depth = 0
  let at = start
  while (at < text.length) {
    const character = text[at]
    if (character === '"' || character === "'") at = stringEnd(text, at)
    else if (character === '#') at = lineEnd(text, at)
    else if (character === '\n' && depth <= 0) return at
    else {
      if (character === '[' || character === '{') depth += 1
      if (character === ']' || character === '}') depth -= 1
      at += 1
    }
  }
  return text.length
}

/** Every line or group of lines that is not empty and not a comment alone. */
export const statementsOf = (text: string): Statement[] => {
  const statements: Statement[] = []
  let start = 0
  while (start < text.length) {
    const isCode = /^[ \t]*[^\s#]/.test(text.slice(start, lineEnd(text, start)))
    const end = isCode ? statementEnd(text, start) : lineEnd(text, start)
    if (isCode) statements.push({ start, end, text: text.slice(start, end) })
    start = end + 1
  }
  return statements
}

/** Whether every string and bracket of a statement is closed, and it is a head or sets a key. */
const isWhole = (text: string): boolean => {
  let depth = 0
  let at = 0
  let isSet = false
  while (at < text.length) {
    const character = text[at]
    if (character === '"' || character === "'") {
      at = stringEnd(text, at)
      // A string that nothing closes ends behind the text.
      if (at > text.length) return false
    } else if (character === '#') at = lineEnd(text, at)
    else {
      if (character === '[' || character === '{') depth += 1
      if (character === ']' || character === '}') depth -= 1
      if (character === '=') isSet = true
      at += 1
    }
  }
  return depth === 0 && (isSet || /^\s*\[/.test(text))
}

/** The first line of a statement that no reader of TOML takes; nothing where there is none. What values mean is not looked into. */
export const faultyLine = (text: string): number | undefined => {
  const unmarked = text.replace(/^\ufeff/, '')
  const found = statementsOf(unmarked).find((statement) => !isWhole(statement.text))
  return found === undefined ? undefined : unmarked.slice(0, found.start).split('\n').length
}

const keyPart = String.raw`"[^"\n]*"|'[^'\n]*'|[\w-]+`
const keyPattern = new RegExp(String.raw`^\s*((?:${keyPart})(?:\s*\.\s*(?:${keyPart}))*)\s*=\s*([\s\S]*)$`)
const headPattern = new RegExp(String.raw`^\s*\[\[?\s*((?:${keyPart})(?:\s*\.\s*(?:${keyPart}))*)\s*\]`)
const partPattern = new RegExp(keyPart, 'g')

const pathOf = (key: string): string[] => (key.match(partPattern) ?? []).map((part) => part.replace(/^["']|["']$/g, ''))

/** The table that a statement opens, also one of a list. */
export const tableOf = ({ text }: Pick<Statement, 'text'>): readonly string[] | undefined => {
  const [, key] = headPattern.exec(text) ?? []
  return key === undefined ? undefined : pathOf(key)
}

/** The key of a statement, and its value as it is written. */
export const assignmentOf = ({
  text,
}: Pick<Statement, 'text'>): { path: readonly string[]; value: string } | undefined => {
  const [, key, value] = keyPattern.exec(text) ?? []
  return key === undefined || value === undefined ? undefined : { path: pathOf(key), value: value.trim() }
}
