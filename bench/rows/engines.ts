// Row: what the engines save and lose is measured by commands of their own, on data that is not part of the project. Named here.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from '../figures.ts'

const folder = join(import.meta.dirname, '..', 'engines')

/** A file that looks at the words of its command line is a command; its first line says what it does. */
export const engineCommands = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('.'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ text }) => text.includes('process.argv'))
    .map(({ name, text }) => `bench/engines/${name}: ${text.split('\n')[0]?.replace(/^\/\/ ?/, '') ?? ''}`)

/** One section, without figures. */
export const engines = async (): Promise<Section[]> => [
  { title: 'Engines: measured by commands of their own', conditions: engineCommands(), figures: [] },
]
