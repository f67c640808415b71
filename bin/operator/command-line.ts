// Turns the words of the command line into a command with its argument and options. Knows nothing of what commands do.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { orUsageFault, UsageFault } from '../usage-fault.ts'
import { accountCommands } from './account-commands.ts'
import type { Command, Given } from './command.ts'
import { keyCommands } from './key-commands.ts'
import { ledgerCommands } from './ledger-commands.ts'
import { ledgerExportCommands } from './ledger-export.ts'
import { ledgerReplayCommands } from './ledger-replay.ts'
import { memberCommands } from './member-commands.ts'
import { savingsCommands } from './savings-commands.ts'
import { tableCommands } from './table-commands.ts'

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

const usageWidth = 90

/** The command with its options, each on a line of its own if they do not fit one, and what it does. */
const usageOf = ({ words, argument, does, options, required = [] }: Command): string => {
  const command = `  ${[...words, ...(argument === undefined ? [] : [argument])].join(' ')}`
  const parts = Object.entries(options).map(([name, value]) =>
    required.includes(name) ? `--${name} ${value}` : `[--${name} ${value}]`,
  )
  const line = [command, ...parts].join(' ')
  return `${line.length <= usageWidth ? line : [command, ...parts].join('\n      ')}\n    ${does}`
}

export const usage = `Usage: npm run -s operator -- COMMAND [--json] [--data DIR]

${commands.map(usageOf).join('\n')}

--json prints one JSON document.

Commands act on the deployment that the AWS SDK's variables name (AWS_REGION, AWS_PROFILE,
AWS_ENDPOINT_URL_DYNAMODB, …). Without any of them, or with --data, they act on the data
of the local service (default: .local-service). TABLE_PREFIX names the tables of another
deployment than config/default.json.`

export interface CommandLine {
  readonly command: Command
  readonly argument: string
  readonly given: Given
  readonly json: boolean
  /** The folder of a local service's data. */
  readonly data?: string
}

const named = (words: readonly string[]): Command => {
  const found = commands.find((command) => command.words.every((word, index) => word === words[index]))
  if (found !== undefined) return found
  throw new UsageFault(
    words.length === 0 ? 'No command was given.' : `Unknown command: ${words.slice(0, 2).join(' ')}.`,
  )
}

const optionsOfAll: ParseArgsConfig['options'] = {
  ...Object.fromEntries(
    commands.flatMap(({ options }) => Object.keys(options).map((name) => [name, { type: 'string' }])),
  ),
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

const parsed = (words: readonly string[]) =>
  orUsageFault(() => parseArgs({ args: [...words], options: optionsOfAll, allowPositionals: true }))

const argumentOf = ({ argument }: Command, title: string, [word, ...more]: readonly string[]): string => {
  if (argument === undefined && word !== undefined)
    throw new UsageFault(`"${title}" takes options only, not ${[word, ...more].join(' ')}.`)
  if (argument !== undefined && word === undefined) throw new UsageFault(`"${title}" needs ${argument}.`)
  if (more.length > 0) throw new UsageFault(`"${title}" takes one ${argument}, not also ${more.join(' ')}.`)
  return word ?? ''
}

/** `undefined` if help was asked for. Throws `UsageFault`. */
export const readCommandLine = (words: readonly string[]): CommandLine | undefined => {
  const { values, positionals } = parsed(words)
  if (values.help === true) return undefined
  const command = named(positionals)
  const title = command.words.join(' ')
  const argument = argumentOf(command, title, positionals.slice(command.words.length))

  const { json, data, help: _, ...rest } = values
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(rest)) {
    if (!(name in command.options)) throw new UsageFault(`"${title}" has no option --${name}.`)
    if (typeof value === 'string') given[name] = value
  }
  for (const name of command.required ?? [])
    if (given[name] === undefined) throw new UsageFault(`"${title}" needs --${name}.`)
  return { command, argument, given, json: json === true, ...(typeof data === 'string' ? { data } : {}) }
}
