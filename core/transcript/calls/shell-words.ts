// Takes a command line apart as a shell does: quotes, pipes, redirections, texts given in place. Runs and expands nothing; what
// only a shell can tell stays open. Linear in the line.

export interface Command {
  /** What stands between it and the one before; a new line is a semicolon. */
  readonly joint: '' | ';' | '|' | '&&' | '||'
  /** The program and its arguments; `undefined` where only a shell can tell. */
  readonly words: readonly (string | undefined)[]
  /** The files that its output goes to, if it does not go on to a reader; `undefined` where only a shell can tell, or the file is added to. */
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

/** A command while its line is read. */
interface Begun extends Command {
  readonly words: (string | undefined)[]
  readonly outputs: (string | undefined)[]
  input: string
}

const begun = (joint: Command['joint']): Begun => ({ joint, words: [], outputs: [], input: '' })

const hereEnds = (line: string, start: number, end: number, delimiter: string): boolean =>
  line.slice(start, end).replace(/^\t+/, '') === delimiter

/** Reads one line. Its parts are methods of one object: as functions of each line they would be most of what a call takes. */
class LineReader {
  readonly #line: string
  readonly #commands: Begun[] = []
  #awaited: { readonly delimiter: string; readonly command: Begun }[] | undefined
  #command = begun('')
  #goal: Goal = 'word'
  #word: string | undefined
  #certain = true
  #index = 0

  constructor(line: string) {
    this.#line = line
  }

  /** The commands of the line in their order, or `undefined` when it is not understood. */
  read(): readonly Command[] | undefined {
    while (this.#index < this.#line.length) {
      if (this.#commands.length > mostCommands) return undefined
      plain.lastIndex = this.#index
      if (plain.test(this.#line)) {
        this.#append(this.#line.slice(this.#index, plain.lastIndex))
        this.#index = plain.lastIndex
      } else if (!this.#readMark()) return undefined
    }
    this.#endCommand('')
    return this.#awaited !== undefined && this.#awaited.length > 0 ? undefined : this.#commands
  }

  /** What is no plain part of a word; whether it is understood. */
  #readMark(): boolean {
    const line = this.#line
    const unit = line[this.#index] ?? ''
    const next = line[this.#index + 1] ?? ''
    this.#index += 1
    if (unit === '\n') {
      this.#endWord()
      if (!this.#takeTexts()) return false
      this.#endCommand(';')
    } else if (unit === ' ' || /\s/.test(unit)) this.#endWord()
    else if (unit === ';') this.#endCommand(';')
    else if (unit === '|' || (unit === '&' && next !== '>')) {
      this.#endCommand(unit === '&' ? (next === '&' ? '&&' : ';') : next === '|' ? '||' : '|')
      if (next === unit || (unit === '|' && next === '&')) this.#index += 1
    } else if (unit === '&') this.#endWord()
    else if (unit === '>') this.#readOutput(next)
    else if (unit === '<') this.#readInput(next)
    else if (unit === "'" || unit === '"') return this.#readQuoted(unit)
    else if (unit === '\\') {
      if (next !== '\n') this.#append(next)
      this.#index += 1
    } else if ('()`'.includes(unit) || (unit === '$' && next === '(')) return false
    else if (unit === '#' && this.#word === undefined) {
      const newline = line.indexOf('\n', this.#index)
      this.#index = newline < 0 ? line.length : newline
    } else {
      this.#certain &&= unit === '#' || (unit === '~' && this.#word !== undefined)
      this.#append(unit)
    }
    return true
  }

  #readOutput(next: string): void {
    // The number of a stream is no word; only the first one is the output.
    const stream = this.#word !== undefined && /^\d$/.test(this.#word) ? this.#word : '1'
    if (this.#word === stream) this.#word = undefined
    this.#endWord()
    if (next === '>' || next === '|') this.#index += 1
    const isStream = this.#line[this.#index] === '&'
    if (isStream) this.#index += 1
    this.#goal = isStream || stream !== '1' ? 'nothing' : next === '>' ? 'appended' : 'output'
  }

  #readInput(next: string): void {
    this.#endWord()
    const isText = next === '<'
    const behind = this.#line[this.#index + 1]
    const isString = isText && behind === '<'
    this.#goal = isString ? 'nothing' : isText ? 'delimiter' : 'input'
    this.#index += isString ? 2 : isText ? (behind === '-' ? 2 : 1) : 0
  }

  #readQuoted(quote: string): boolean {
    if (quote === "'") {
      const end = this.#line.indexOf("'", this.#index)
      if (end < 0) return false
      this.#append(this.#line.slice(this.#index, end))
      this.#index = end + 1
      return true
    }
    const inside = quoted(this.#line, this.#index)
    if (inside === undefined) return false
    this.#append(inside.text)
    this.#certain &&= inside.certain
    this.#index = inside.end + 1
    return true
  }

  #append(text: string): void {
    this.#word = this.#word === undefined ? text : this.#word + text
  }

  #endWord(): void {
    const word = this.#word
    if (word === undefined) return
    const value = this.#certain ? word : undefined
    if (this.#goal === 'word') this.#command.words.push(value)
    else if (this.#goal === 'output') this.#command.outputs.push(value)
    else if (this.#goal === 'appended') this.#command.outputs.push(undefined)
    else if (this.#goal === 'input') this.#command.words.push(undefined)
    else if (this.#goal === 'delimiter') {
      this.#awaited ??= []
      this.#awaited.push({ delimiter: word, command: this.#command })
    }
    this.#word = undefined
    this.#goal = 'word'
    this.#certain = true
  }

  #endCommand(joint: Command['joint']): void {
    this.#endWord()
    if (this.#command.words.length > 0 || this.#command.outputs.length > 0) this.#commands.push(this.#command)
    this.#command = begun(joint)
  }

  /** Takes the texts that the commands of the line wait for; whether all of them end. */
  #takeTexts(): boolean {
    const awaited = this.#awaited ?? []
    this.#awaited = undefined
    for (const { delimiter, command } of awaited) {
      const start = this.#index
      for (;;) {
        if (this.#index >= this.#line.length) return false
        const newline = this.#line.indexOf('\n', this.#index)
        const end = newline < 0 ? this.#line.length : newline
        const isEnd = hereEnds(this.#line, this.#index, end, delimiter)
        if (isEnd) command.input = this.#line.slice(start, this.#index)
        this.#index = end + 1
        if (isEnd) break
      }
    }
    return true
  }
}

/** The commands of a line in their order, or `undefined` when it is not understood. */
export const commandsOf = (line: string): readonly Command[] | undefined => new LineReader(line).read()
