// The command line out of cli/: one script without dependencies, and another with the engines, which `estimate` alone loads.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { oldestNode } from '../oldest-node.ts'
import type { CommandLine } from '../ports.ts'

const root = join(import.meta.dirname, '..', '..')

/** CommonJS inside a bundle needs `require`, which an ES module does not have. */
const requireBanner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);"

const built = (entry: string, banner: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    // The same bytes, wherever the checkout is.
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: `node${oldestNode}`,
    mainFields: ['module', 'main'],
    banner: { js: banner },
    legalComments: 'none',
    logLevel: 'warning',
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** Builds in memory: the second script, which is large, when it is asked for. Throws esbuild's own error if the sources are not valid. */
export const buildCli = (): CommandLine => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    version,
    script: built('cli/main.ts', '#!/usr/bin/env node'),
    estimate: () => built('eval/estimate/estimate.ts', requireBanner),
  }
}
