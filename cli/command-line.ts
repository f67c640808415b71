// Turns the words of the command line into a command and what it is given.

import { parseArgs } from 'node:util'
import { givenTwice } from '../core/collections/given-twice.ts'
import { withNegatives } from '../core/text/negative-values.ts'
import { optionFault } from '../core/text/option-fault.ts'
import { commands } from './commands/all.ts'
import type { Command, Given } from './commands/command.ts'
import { NotUnderstood } from './world/faults.ts'

export interface CommandLine {
  readonly command: Command
  readonly given: Given
}

/** Of a terminal that nobody has made wider. */
const columns = 80

/** Lines of at most so many columns; what stands in brackets stays together. */
const folded = (text: string, first: string, others: string): string =>
  (text.match(/\[[^\]]*\]|\S+/g) ?? [])
    .reduce<string[]>(
      ([line = first, ...before], word) => {
        const longer = line.trim() === '' ? `${line}${word}` : `${line} ${word}`
        return longer.length <= columns ? [longer, ...before] : [`${others}${word}`, line, ...before]
      },
      [first],
    )
    .reverse()
    .join('\n')

const shortName = 'compaction'

/** `start`: what stands before its name. */
const usageOf = ({ name, usage, does }: Command, start: string): string =>
  `${folded(`${start}${name} ${usage}`, '  ', '          ')}\n${folded(does, '      ', '      ')}`

/** `program`: how the command line was started, which may be long: it is said once, above the commands. */
const usageOfAll = (program: string): string => `${folded(`Usage: ${program} COMMAND [--json]`, '', '       ')}

${commands.map((command) => usageOf(command, '')).join('\n')}

  --json       print one JSON document
  --help       print this text, or of a command its line
  --version    print the version

Exit codes: 0 done, 1 failed, 2 not understood.
Environment: COMPACTION_URL (the service's dashboard), COMPACTION_TOKEN,
XDG_CONFIG_HOME, XDG_STATE_HOME, NO_COLOR. Nothing is reported to anybody.`

const commandNamed = (name: string): Command => {
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw new NotUnderstood(`There is no command "${name}".`)
  return command
}

/** The usage of one command, or of all of them. `program`: how it was started. Throws `NotUnderstood`. */
export const usageFor = (name: string | undefined, program = shortName): string =>
  name === undefined ? usageOfAll(program) : usageOf(commandNamed(name), `${program} `)

/** What may help whose words were not understood: no more than they need. */
export const hintFor = (name: string | undefined, program = shortName): string =>
  name === undefined || commands.some((one) => one.name === name)
    ? usageFor(name, program)
    : `All commands: ${program} help`

/** In our words where Node's are about its own ways. */
const slip = (error: unknown): string => {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : []
  const [, option] = /^Unknown option '([^']*)'/.exec(line) ?? []
  return option === undefined ? (optionFault(line) ?? line) : `there is no option ${option}.`
}

const parsed = ({ name, options }: Command, words: readonly string[]) => {
  try {
    return parseArgs({
      args: withNegatives(words),
      options: {
        ...Object.fromEntries(
          Object.entries(options).map(([option, kind]) => [
            option,
            { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
          ]),
        ),
        json: { type: 'boolean' },
      },
      allowPositionals: true,
      tokens: true,
    })
  } catch (error) {
    throw new NotUnderstood(`compaction ${name}: ${slip(error)}`)
  }
}

/** Where the words of another program begin, and whether a `--` says so. */
const ownWords = ({ options }: Command, words: readonly string[]): number => {
  let plain = 0
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const [name = '', ...text] = word.startsWith('--') ? word.slice(2).split('=') : []
    if (!word.startsWith('-') && plain === 0) plain = 1
    else if (name !== 'json' && !(name !== '' && Object.hasOwn(options, name))) return index
    else if (options[name] === 'text' && text.length === 0) index += 1
  }
  return words.length
}

const givenTo = (command: Command, words: readonly string[]): Given => {
  const end = command.passesOn === true ? ownWords(command, words) : words.length
  const { values, positionals, tokens } = parsed(command, words.slice(0, end))
  const twice = givenTwice(tokens)
  if (twice !== undefined) throw new NotUnderstood(`compaction ${command.name}: --${twice} is given twice.`)
  if (positionals.length > command.maxWords)
    throw new NotUnderstood(`compaction ${command.name}: "${positionals[command.maxWords]}" is one word too many.`)
  const { json, ...rest } = values
  const options: Record<string, string | true> = {}
  for (const [name, value] of Object.entries(rest))
    if (value === true || typeof value === 'string') options[name] = value
  const passed = words.slice(end)
  if (positionals.length === 0 && passed[0] !== '--' && passed[0]?.startsWith('-') === true)
    throw new NotUnderstood(
      `compaction ${command.name}: there is no option ${passed[0]}. Words of a program stand behind its name.`,
    )
  return { options, words: positionals, rest: passed[0] === '--' ? passed.slice(1) : passed, json: json === true }
}

/** The words behind a command's name that are its own, and no other program's. */
const wordsOf = ([name, ...words]: readonly string[]): readonly string[] => {
  const command = commands.find((one) => one.name === name)
  const behind = words.indexOf('--')
  const end = behind < 0 ? words.length : behind
  return words.slice(0, command?.passesOn === true ? Math.min(end, ownWords(command, words)) : end)
}

/** Whether JSON was asked for, also where the words were not understood. */
export const asksForJson = (words: readonly string[]): boolean => wordsOf(words).includes('--json')

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

/** Whether a command's usage was asked for, with whatever else. */
export const asksForUsage = (words: readonly string[]): boolean => {
  const own = wordsOf(words)
  const isOwn = own.every((word) => word.startsWith('-'))
  return own.some(isHelp) || (isOwn && isHelp(words[own.length + 1]))
}

/** Throws `NotUnderstood`. */
export const readCommandLine = ([name, ...words]: readonly string[]): CommandLine => {
  if (name === undefined) throw new NotUnderstood('No command was given.')
  const command = commandNamed(name)
  return { command, given: givenTo(command, words) }
}
