// Turns the words of the command line into a command and what it is given.

import { parseArgs } from 'node:util'
import type { Command, Given } from './command.ts'
import { commands } from './commands.ts'
import { NotUnderstood } from './faults.ts'

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

const usageOf = ({ name, usage, does }: Command): string =>
  `${folded(`compaction ${name} ${usage}`, '  ', '          ')}\n${folded(does, '      ', '      ')}`

export const usage = `Usage: compaction COMMAND [--json]

${commands.map(usageOf).join('\n')}

  --json       print one JSON document
  --help       print this text, or of a command its line
  --version    print the version

Exit codes: 0 done, 1 failed, 2 not understood.
Environment: COMPACTION_URL (the service's dashboard), COMPACTION_TOKEN,
XDG_CONFIG_HOME, NO_COLOR. Nothing is reported to anybody.`

/** The usage of one command, or of all of them. */
export const usageFor = (name: string | undefined): string => {
  const command = commands.find((one) => one.name === name)
  return command === undefined ? usage : usageOf(command)
}

const parsed = ({ name, options }: Command, words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
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
    })
  } catch (error) {
    throw new NotUnderstood(`compaction ${name}: ${error instanceof Error ? error.message : 'not understood'}`)
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
  const { values, positionals } = parsed(command, words.slice(0, end))
  if (positionals.length > command.maxWords)
    throw new NotUnderstood(`compaction ${command.name}: "${positionals[command.maxWords]}" is one word too many.`)
  const { json, ...rest } = values
  const options: Record<string, string | true> = {}
  for (const [name, value] of Object.entries(rest))
    if (value === true || typeof value === 'string') options[name] = value
  const passed = words.slice(end)
  return { options, words: positionals, rest: passed[0] === '--' ? passed.slice(1) : passed, json: json === true }
}

/** Throws `NotUnderstood`. */
export const readCommandLine = ([name, ...words]: readonly string[]): CommandLine => {
  const command = commands.find((one) => one.name === name)
  if (command === undefined)
    throw new NotUnderstood(name === undefined ? 'No command was given.' : `There is no command "${name}".`)
  return { command, given: givenTo(command, words) }
}
