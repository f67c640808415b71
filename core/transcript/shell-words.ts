// Takes a command line apart as a shell does: quotes, pipes, redirections, texts given in place. Runs and expands nothing; what
// only a shell can tell stays open. Linear in the line.

export interface Command {
  /** What stands between it and the one before; a new line is a semicolon. */
  readonly joint: '' | ';' | '|' | '&&' | '||'
  /** The program and its arguments; `undefined` where only a shell can tell. */
  readonly words: readonly (string | undefined)[]
  /** The files that its output goes to, if not to whoever reads it; `undefined` where only a shell can tell, or the file is added to. */
  readonly outputs: readonly (string | undefined)[]
  /** The text that it is given in place. */
  readonly input: string
}

/** No agent joins more; behind them a line is not understood, because each of them takes time. */
const mostCommands = 500

type Goal = 'word' | 'output' | 'appended' | 'input' | 'delimiter' | 'nothing'

const plain = /[^\s'"\\|&;<>()`$*?[\]{}~#]+/y

/** What stands between double quotes from `start` on, and where they close; `undefined` where a command stands in them. */
const quoted = (line: string, start: number): { text: string; end: number; certain: boolean } | undefined => {
  let text = ''
  let certain = true
  for (let index = start; index < line.length; index += 1) {
    const unit = line[index] ?? ''
    if (unit === '"') return { text, end: index, certain }
    if (unit === '`' || (unit === '$' && line[index + 1] === '(')) return undefined
    if (unit === '$') certain = false
    if (unit === '\\' && '$`"\\\n'.includes(line[index + 1] ?? ' ')) index += 1
    text += line[index] ?? ''
  }
  return undefined
}

/** The commands of a line in their order, or `undefined` when it is not understood. */
export const commandsOf = (line: string): readonly Command[] | undefined => {
  const commands: Command[] = []
  const awaited: { delimiter: string; command: { input: string } }[] = []
  const begin = (joint: Command['joint']) => ({
    joint,
    words: [] as (string | undefined)[],
    outputs: [] as (string | undefined)[],
    input: '',
  })
  let command = begin('')
  let goal: Goal = 'word'
  let word: string | undefined
  let certain = true
  let index = 0

  const append = (text: string): void => {
    word = (word ?? '') + text
  }
  const endWord = (): void => {
    if (word === undefined) return
    const value = certain ? word : undefined
    if (goal === 'word') command.words.push(value)
    else if (goal === 'output') command.outputs.push(value)
    else if (goal === 'appended') command.outputs.push(undefined)
    else if (goal === 'input') command.words.push(undefined)
    else if (goal === 'delimiter') awaited.push({ delimiter: word, command })
    word = undefined
    goal = 'word'
    certain = true
  }
  const endCommand = (joint: Command['joint']): void => {
    endWord()
    if (command.words.length > 0 || command.outputs.length > 0) commands.push(command)
    command = begin(joint)
  }
  /** Takes the texts that the commands of the line wait for; whether all of them end. */
  const takeTexts = (): boolean => {
    for (const { delimiter, command: waiting } of awaited.splice(0)) {
      const start = index
      for (;;) {
        if (index >= line.length) return false
        const newline = line.indexOf('\n', index)
        const end = newline < 0 ? line.length : newline
        const isEnd = line.slice(index, end).replace(/^\t+/, '') === delimiter
        if (isEnd) waiting.input = line.slice(start, index)
        index = end + 1
        if (isEnd) break
      }
    }
    return true
  }

  while (index < line.length) {
    if (commands.length > mostCommands) return undefined
    plain.lastIndex = index
    const run = plain.exec(line)?.[0]
    if (run !== undefined) {
      append(run)
      index += run.length
      continue
    }
    const unit = line[index] ?? ''
    const next = line[index + 1] ?? ''
    index += 1
    if (unit === '\n') {
      endWord()
      if (!takeTexts()) return undefined
      endCommand(';')
    } else if (/\s/.test(unit)) endWord()
    else if (unit === ';') endCommand(';')
    else if (unit === '|' || (unit === '&' && next !== '>')) {
      endCommand(unit === '&' ? (next === '&' ? '&&' : ';') : next === '|' ? '||' : '|')
      if (next === unit || (unit === '|' && next === '&')) index += 1
    } else if (unit === '&') endWord()
    else if (unit === '>') {
      // The number of a stream is no word; only the first one is the output.
      const stream = word !== undefined && /^\d$/.test(word) ? word : '1'
      if (word === stream) word = undefined
      endWord()
      if (next === '>' || next === '|') index += 1
      const isStream = line[index] === '&'
      if (isStream) index += 1
      goal = isStream || stream !== '1' ? 'nothing' : next === '>' ? 'appended' : 'output'
    } else if (unit === '<') {
      endWord()
      const isText = next === '<'
      const isString = isText && line[index + 1] === '<'
      goal = isString ? 'nothing' : isText ? 'delimiter' : 'input'
      index += isString ? 2 : isText ? (line[index + 1] === '-' ? 2 : 1) : 0
    } else if (unit === "'") {
      const end = line.indexOf("'", index)
      if (end < 0) return undefined
      append(line.slice(index, end))
      index = end + 1
    } else if (unit === '"') {
      const inside = quoted(line, index)
      if (inside === undefined) return undefined
      append(inside.text)
      certain &&= inside.certain
      index = inside.end + 1
    } else if (unit === '\\') {
      if (next !== '\n') append(next)
      index += 1
    } else if ('()`'.includes(unit) || (unit === '$' && next === '(')) return undefined
    else if (unit === '#' && word === undefined) {
      const newline = line.indexOf('\n', index)
      index = newline < 0 ? line.length : newline
    } else {
      certain &&= unit === '#' || (unit === '~' && word !== undefined)
      append(unit)
    }
  }
  endCommand('')
  return awaited.length > 0 ? undefined : commands
}
