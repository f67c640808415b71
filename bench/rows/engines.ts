// Row: what the engines save, lose and need is measured by commands of their own. Named here, each with its own first line.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from '../figures.ts'

const folder = join(import.meta.dirname, '..')
const commands = {
  'npm run bench:quality': 'quality/main.ts',
  'npm run bench:engines': 'speed/main.ts',
  'npm run fuzz:engines': 'engines/fuzz/main.ts',
  'node bench/engines/container.ts': 'engines/container.ts',
}

const firstLineOf = (file: string): string =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')[0]
    ?.replace(/^\/\/ /, '') ?? ''

/** One section, without figures. */
export const engines = async (): Promise<Section[]> => [
  {
    title: 'Engines: measured by commands of their own',
    conditions: Object.entries(commands).map(([command, file]) => `${command}: ${firstLineOf(file)} …`),
    figures: [],
  },
]
