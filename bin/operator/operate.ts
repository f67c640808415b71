// Runs one of the operator’s commands, wherever its words come from and its answer goes to.

import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ulid } from 'ulid'
import { restoreTables } from '../../adapters/dynamo/tables/restore-tables.ts'
import { StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import { setCredentials } from '../set-credentials.ts'
import { refuseTakenByNpm } from '../taken-by-npm.ts'
import { UsageFault } from '../usage-fault.ts'
import { type CommandLine, hintFor, optionNames, readCommandLine, usageFor } from './command-line.ts'
import { NotFound, Refused } from './desk/faults.ts'
import { deskStores } from './desk/stores.ts'
import { localDataHint, openTarget, type Target, type Variables } from './desk/target.ts'

const defaultData = join(import.meta.dirname, '..', '..', '.local-service')

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n', 1).join('')

const setTarget = `${setCredentials} ${localDataHint}`

/** One line that says what went wrong. */
const lineFor = (error: unknown, location: string): string => {
  if (error instanceof Refused) return error.message
  if (error instanceof StoreUnreachable) {
    const { cause } = error
    const said = `The tables (${location}) cannot be reached: ${firstLine(cause)}`
    return cause instanceof Error && cause.name === 'CredentialsProviderError' ? `${said}. ${setTarget}` : said
  }
  if (error instanceof Error && error.name === 'ResourceNotFoundException')
    return `There are no tables (${location}). Deploy first, or name another deployment with TABLE_PREFIX. In a database of your own "tables create" makes them.`
  const said = firstLine(error)
  return said === 'Region is missing' ? `The tables (${location}) cannot be asked: ${said}. ${setTarget}` : said
}

/** What goes to standard output, and what to standard error beside it. */
interface Answer {
  readonly text: string
  readonly note?: string | undefined
}

const answer = async ({ command, argument, given, json, csv }: CommandLine, target: Target): Promise<Answer> => {
  const { dynamo, createTables } = target
  const output = await command.run(argument, given, {
    ...deskStores(dynamo),
    dashboardUrl: target.dashboardUrl,
    async createTables() {
      await createTables()
      return dynamo.tablePrefix
    },
    restoreTables: (request) => restoreTables(dynamo, request),
    wait: (milliseconds) => wait(milliseconds),
    now: Date.now(),
    random32: () => randomBytes(32),
    newId: ulid,
  })
  const { note } = output
  if (csv && output.csv !== undefined) return { text: output.csv.trimEnd(), note }
  return json ? { text: JSON.stringify(output.json), note } : { text: output.text }
}

/** Where a command is run from. */
export interface Surroundings {
  /** Its whole environment. */
  readonly variables: Variables
  /** Get text as it stands, its line ends in it. */
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** A program that asked for JSON reads why on standard output; a person reads it on standard error, in any case. */
const fail = (error: unknown, words: readonly string[], location: string, { out, err }: Surroundings): number => {
  const isUsage = error instanceof UsageFault
  const message = isUsage ? error.message : lineFor(error, location)
  const isProgram = words.includes('--json')
  if (isProgram) out(`${JSON.stringify({ error: { message } })}\n`)
  err(isUsage ? `${message}\n\n${hintFor(words)}\n` : `${message}\n`)
  if (error instanceof NotFound && !isProgram) err(`(on ${location})\n`)
  return isUsage ? 2 : 1
}

/**
 * The exit code: 0 when done, 1 when refused or when the tables cannot be reached, 2 for a wrong command line. Never throws; whatever
 * it opened is closed.
 */
export const operate = async (words: readonly string[], surroundings: Surroundings): Promise<number> => {
  const { variables, out, err } = surroundings
  let location = 'on this machine'
  let target: Target | undefined
  try {
    refuseTakenByNpm({ script: 'operator', program: 'npm run -s operator', options: optionNames }, variables)
    const line = readCommandLine(words)
    if (line === undefined) {
      out(`${usageFor(words)}\n`)
      return 0
    }
    const data = line.data === undefined ? undefined : resolve(line.data)
    target = await openTarget(variables, data, defaultData)
    location = target.location
    const { text, note } = await answer(line, target)
    out(`${text}\n`)
    if (note !== undefined) err(`${note}\n`)
    if (!line.json && !line.csv) err(`(on ${location})\n`)
    return 0
  } catch (error) {
    return fail(error, words, location, surroundings)
  } finally {
    await target?.close()
  }
}
