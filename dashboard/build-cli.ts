// The command line out of cli/: one script without dependencies.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { CommandLine } from './ports.ts'

const root = join(import.meta.dirname, '..')

/** The oldest Node that runs it. */
const target = 'node20'

/** Builds in memory. Throws esbuild's own error if the sources are not valid. */
export const buildCli = (): CommandLine => {
  const { outputFiles } = buildSync({
    entryPoints: ['cli/main.ts'],
    // The same bytes, wherever the checkout is.
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target,
    banner: { js: '#!/usr/bin/env node' },
    legalComments: 'none',
  })
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { version, script: outputFiles.map(({ text }) => text).join('') }
}
