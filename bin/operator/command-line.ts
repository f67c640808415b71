// Turns the words of the command line into a command with its argument and options. Knows nothing of what commands do.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { withNegatives } from '../../core/text/negative-values.ts'
import { orUsageFault, refuseTwice, UsageFault } from '../usage-fault.ts'
import { usageWidth, wrapped } from '../usage-text.ts'
import type { Given } from './arguments/values.ts'
import { accountCommands } from './commands/account.ts'
import type { Command } from './commands/command.ts'
import { keyCommands } from './commands/key.ts'
import { ledgerCommands } from './commands/ledger.ts'
import { ledgerExportCommands } from './commands/ledger-export.ts'
import { ledgerReplayCommands } from './commands/ledger-replay.ts'
import { memberCommands } from './commands/member.ts'
import { savingsCommands } from './commands/savings.ts'
import { tableCommands } from './commands/table.ts'

// Commands with more words first: `ledger export` is not the ledger of an account.
const commands: readonly Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...memberCommands,
  ...ledgerExportCommands,
  ...ledgerReplayCommands,
  ...ledgerCommands,
  ...savingsCommands,
  ...tableCommands,
]

/** The command with its options, each on a line of its own if they do not fit one, and what it does. */
const usageOf = (command: Command): string => {
  const { words, argument, argumentIsOptional, does, options, required = [], flags = [] } = command
  const name = argument === undefined ? [] : [argumentIsOptional === true ? `[${argument}]` : argument]
  const start = `  ${[...words, ...name].join(' ')}`
  const parts = [
    ...Object.entries(options).map(([option, value]) =>
      required.includes(option) ? `--${option} ${value}` : `[--${option} ${value}]`,
    ),
    ...flags.map((flag) => `[--${flag}]`),
  ]
  const lines = [start]
  for (const part of parts) {
    const last = lines.at(-1) ?? ''
    if (last.length + part.length < usageWidth) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(`      ${part}`)
  }
  return `${lines.join('\n')}\n${wrapped(does, '    ')}`
}

/** The usage of one command, with all that there is to say of it. */
const usageOfCommand = (command: Command): string =>
  [
    `Usage: npm run -s operator -- COMMAND [--json] [--data DIR]\n\n${usageOf(command)}`,
    ...(command.explains === undefined ? [] : [wrapped(command.explains, '')]),
  ].join('\n\n')

const usage = `Usage: npm run -s operator -- COMMAND [--json] [--data DIR]

${commands.map(usageOf).join('\n')}

COMMAND --help says more of one command. --json prints one JSON document.
Exit codes: 0 done, 1 refused or not reached, 2 the command line is wrong.

Commands act on the deployment that the AWS SDK's variables name (AWS_REGION,
AWS_PROFILE, AWS_ENDPOINT_URL_DYNAMODB, …). Without any of them, or with --data,
they act on the data of the local service (default: .local-service). They say
where they acted. TABLE_PREFIX names the tables of another deployment than
config/default.json, and STAGE_PREFIX its stage where the tables have another
prefix, as after a restore. The secret of the deployment is that of the stage;
DEPLOYMENT_SECRET_NAME or DEPLOYMENT_SECRETS give another one, as containers
have them, and DEPLOYMENT_SECRET_NAME=none says that there is none.`

export interface CommandLine {
  readonly command: Command
  readonly argument: string
  readonly given: Given
  readonly json: boolean
  readonly csv: boolean
  /** The folder of a local service's data. */
  readonly data?: string
}

const named = (words: readonly string[]): Command => {
  const found = meantBy(words)
  if (found !== undefined) return found
  throw new UsageFault(
    words.length === 0 ? 'No command was given.' : `Unknown command: ${words.slice(0, 2).join(' ')}.`,
  )
}

const optionsOfAll: ParseArgsConfig['options'] = {
  ...Object.fromEntries(
    commands.flatMap(({ options }) => Object.keys(options).map((name) => [name, { type: 'string' }])),
  ),
  ...Object.fromEntries(commands.flatMap(({ flags = [] }) => flags.map((name) => [name, { type: 'boolean' }]))),
  data: { type: 'string' },
  json: { type: 'boolean' },
}

/** The names of the options of all commands. */
export const optionNames: readonly string[] = Object.keys(optionsOfAll)

const parsed = (words: readonly string[]) => {
  const found = orUsageFault(() =>
    parseArgs({ args: withNegatives(words), options: optionsOfAll, allowPositionals: true, tokens: true }),
  )
  refuseTwice(found.tokens)
  return found
}

const argumentOf = (
  { argument, argumentIsOptional }: Command,
  title: string,
  [word, ...more]: readonly string[],
): string => {
  if (argument === undefined && word !== undefined)
    throw new UsageFault(`"${title}" takes options only, not ${[word, ...more].join(' ')}.`)
  if (argument !== undefined && word === undefined && argumentIsOptional !== true)
    throw new UsageFault(`"${title}" needs ${argument}.`)
  if (more.length > 0) throw new UsageFault(`"${title}" takes one ${argument}, not also ${more.join(' ')}.`)
  return word ?? ''
}

const hasHelp = (words: readonly string[]): boolean =>
  words.includes('--help') || words.includes('-h') || words[0] === 'help'

const meantBy = (words: readonly string[]): Command | undefined =>
  commands.find((command) => command.words.every((word, index) => word === words[index]))

/** The usage that helps with these words: of the command that they name, or of all. */
export const usageFor = (words: readonly string[]): string => {
  const found = meantBy(words[0] === 'help' ? words.slice(1) : words)
  return found === undefined ? usage : usageOfCommand(found)
}

/** What may help whose words were not understood: no more than they need, so that what is wrong with them stays on the screen. */
export const hintFor = (words: readonly string[]): string => {
  const [first] = words
  const alike = commands.filter((command) => command.words[0] === first)
  if (first === undefined || meantBy(words) !== undefined) return usageFor(words)
  const all = 'All commands: npm run -s operator -- --help'
  return alike.length === 0 ? all : `${alike.map(usageOf).join('\n')}\n\n${all}`
}

/** `undefined` if help was asked for. Throws `UsageFault`. */
export const readCommandLine = (words: readonly string[]): CommandLine | undefined => {
  if (hasHelp(words)) return undefined
  const { values, positionals } = parsed(words)
  const command = named(positionals)
  const title = command.words.join(' ')
  const argument = argumentOf(command, title, positionals.slice(command.words.length))

  const { json, data, ...rest } = values
  // A shell's variable that nobody has set would make it the folder that one stands in.
  if (typeof data === 'string' && data.trim() === '') throw new UsageFault('--data must name a folder.')
  const { flags = [] } = command
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(rest)) {
    if (!(name in command.options) && !flags.includes(name)) throw new UsageFault(`"${title}" has no option --${name}.`)
    if (value !== undefined) given[name] = String(value)
  }
  for (const name of command.required ?? [])
    if (given[name] === undefined) throw new UsageFault(`"${title}" needs --${name}.`)
  const csv = given.csv !== undefined
  if (csv && json === true) throw new UsageFault('--json and --csv exclude each other.')
  return { command, argument, given, json: json === true, csv, ...(typeof data === 'string' ? { data } : {}) }
}
