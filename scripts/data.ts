// Says which of the data sets of docs/data.md are in a folder, which are absent and where each comes from, and which commands
// the absent ones keep from running. Downloads nothing: their owners' terms are for the reader to accept.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { askedOrExit, plainWords, UsageFault } from '../bin/usage-fault.ts'
import { optionsText } from '../bin/usage-text.ts'

export interface DataSet {
  readonly file: string
  readonly source: string
}

/** The rows of the table in docs/data.md, which is their one home. */
export const dataSets = (page: string): readonly DataSet[] =>
  [...page.matchAll(/^\| (`[^|]+`) \| ([^|]+) \|/gm)].flatMap(([, files = '', source = '']) =>
    [...files.matchAll(/`([^`]+)`/g)].flatMap(([, file = '']) => {
      const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(file) ?? []
      const all = names === undefined ? [file] : names.split(',').map((name) => `${before}${name}${after}`)
      return all.map((one) => ({ file: one, source: source.trim() }))
    }),
  )

/** One line for each, and whether all are there. */
export const report = (
  folder: string,
  sets: readonly DataSet[],
): { readonly lines: string[]; readonly whole: boolean } => {
  const lines = sets.map(({ file, source }) => {
    const path = join(folder, file)
    const size = existsSync(path) ? `${(statSync(path).size / 1_000_000).toFixed(1)} MB` : 'absent'
    return `${size.padStart(9)}  ${file}${size === 'absent' ? `\n           from ${source}` : ''}`
  })
  return { lines, whole: sets.every(({ file }) => existsSync(join(folder, file))) }
}

const usage = `npm run data -- DATA

Says which data sets of docs/data.md are there. Downloads nothing.

${optionsText({ DATA: 'the folder in which they are looked for' })}`

const readFolder = (words: readonly string[]): string | undefined => {
  const positionals = plainWords(words)
  if (positionals === undefined) return undefined
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new UsageFault('Give one folder.')
  return folder
}

if (import.meta.main) {
  const folder = askedOrExit(usage, readFolder)
  const { lines, whole } = report(folder, dataSets(readFileSync(join(import.meta.dirname, '../docs/data.md'), 'utf8')))
  process.stdout.write(`${lines.join('\n')}\n\n`)
  process.stdout.write(
    whole
      ? 'All data sets are there: every measurement of docs/measurements.md can be run again.\n'
      : 'Measurements that need an absent one say so and end. docs/data.md has the form of each file.\n',
  )
  process.exitCode = whole ? 0 : 1
}
