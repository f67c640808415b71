// Row: what the engines save, lose and need is measured by commands of their own. Named here, each with its own first line.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from '../../testkit/report/figures.ts'

const root = join(import.meta.dirname, '..', '..')
const commands = {
  'npm run eval:quality': 'eval/quality/main.ts',
  'npm run bench:engines': 'bench/engines/main.ts',
  'npm run fuzz:engines': 'testkit/fuzz/main.ts',
  'node bench/engines/container.ts': 'bench/engines/container.ts',
}

const firstLineOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8')
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
