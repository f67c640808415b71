// Reads the configuration of a stage from its file, which the app's context names. The context may also leave out two
// parts. Validates once, before anything is created.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { isObject } from '../../core/json/object.ts'
import { type Stage, stage } from './config.ts'

const folder = join(import.meta.dirname, '..', '..', 'config')

/** A value from a command line is text. */
const leftOut = z.literal([false, 'false'], 'must be false, which leaves it out').transform((): false => false)

const stageFault = 'must be the name of a file in config, or a path that ends in .json'

const context = z.strictObject({
  stage: z.string(stageFault).regex(/\S/, stageFault).default('default'),
  frontDoor: leftOut.exactOptional(),
  functionUrls: leftOut.exactOptional(),
})

/** The one of our names that another is meant for, spelled with dashes or capitals. */
const meant = (name: string): string | undefined =>
  Object.keys(context.shape).find((known) => known.toLowerCase() === name.replaceAll('-', '').toLowerCase())

const isMeant = (name: string): string => {
  const known = meant(name)
  return known === undefined ? '' : `: ${known} is`
}

/** Our names are one word each. Other names with colons and dashes are the CDK's: feature flags, look-ups, its own switches. */
const ours = ([name]: readonly [string, unknown]): boolean => /^\w+$/.test(name) || meant(name) !== undefined

const kinds: Readonly<Record<string, string>> = {
  record: 'an object',
  object: 'an object',
  array: 'a list',
  string: 'text',
}

/** For what has no words of its own beside its field. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`
}

const faultsIn = ({ issues }: z.ZodError, hint: (key: string) => string = () => ''): string =>
  issues
    .flatMap((issue) => {
      const said = (path: readonly PropertyKey[], fault: string) => `  ${path.join('.') || 'the document'}: ${fault}`
      // What is wrong with a name, not that one is.
      if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => said(issue.path, message))
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => said([...issue.path, key], `is not known here${hint(key)}`))
        : [said(issue.path, issue.message)]
    })
    .join('\n')

/** Throws an error that names every bad or unknown field. `source` says where the document comes from. */
export const parseStage = (document: unknown, source: string): Stage => {
  const parsed = stage.safeParse(document, { error: inWords })
  if (parsed.success) return parsed.data
  throw new Error(`${source} is not a valid configuration.\n${faultsIn(parsed.error)}`)
}

const readDocument = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const there = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
    if (!existsSync(path))
      throw new Error(`${path} is not there. Stages of this checkout: ${there.join(', ')}.`, { cause })
    throw new Error(`${path} cannot be read as JSON: ${cause instanceof Error ? cause.message : 'unknown'}`, { cause })
  }
}

/**
 * The stage that `-c stage=…` names: a file of `config/` by its name, or any file by a path that ends in `.json`.
 * Throws an error that names the file and every bad field.
 */
export const readStage = (given: Readonly<Record<string, unknown>>): Stage => {
  const parsed = context.safeParse(Object.fromEntries(Object.entries(given).filter(ours)))
  if (!parsed.success)
    throw new Error(
      `The context is not valid: all but stage, frontDoor and functionUrls stands in the file of the stage.\n${faultsIn(parsed.error, isMeant)}`,
    )
  const { stage: name, ...switches } = parsed.data
  const path = name.endsWith('.json') ? resolve(name) : join(folder, `${name}.json`)
  const document = readDocument(path)
  const without = Object.keys(switches)
  // What the file says may be right, and only what is left out wrong.
  const source = without.length === 0 ? path : `${path} without ${without.join(' and ')}, as the context says,`
  return parseStage(isObject(document) ? { ...document, ...switches } : document, source)
}
