// From words to a command: which one, its argument, its options. Knows nothing of what commands do.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { orUsageFault, UsageFault } from '../usage-fault.ts'
import { accountCommands } from './account-commands.ts'
import type { Command, Given } from './command.ts'
import { keyCommands } from './key-commands.ts'
import { ledgerCommands } from './ledger-commands.ts'
import { ledgerExportCommands } from './ledger-export.ts'
import { savingsCommands } from './savings-commands.ts'

// Longer words first: `ledger export` is no account's ledger.
const commands: readonly Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...ledgerExportCommands,
  ...ledgerCommands,
  ...savingsCommands,
]

const usageOf = ({ words, argument, options, required = [] }: Command): string => {
  const parts = Object.entries(options).map(([name, value]) =>
    required.includes(name) ? `--${name} ${value}` : `[--${name} ${value}]`,
  )
  return `  ${[...words, ...(argument === undefined ? [] : [argument]), ...parts].join(' ')}`
}

export const usage = `Usage: npm run -s operator -- COMMAND [--json] [--data DIR]

${commands.map(usageOf).join('\n')}

--json prints one JSON document. Where it works: on what the AWS SDK's own variables name (AWS_REGION, AWS_PROFILE,
AWS_ENDPOINT_URL_DYNAMODB, …); without any, or with --data, on the data of the local service (default: .local-service).
TABLE_PREFIX names another deployment's tables.`

export interface CommandLine {
  readonly command: Command
  readonly argument: string
  readonly given: Given
  readonly json: boolean
  /** Folder of a local service's data. */
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

/** Throws `UsageFault`. `undefined` when help was asked for. */
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
