// The app run as `cdk` runs it, from this checkout or from a second one in another folder.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { defined } from '../../core/collections/defined.ts'
import { compileCache } from '../../local/process/compile-cache.ts'
import { cdkContext } from './cdk-json.ts'

export const thisCheckout = fileURLToPath(new URL('../..', import.meta.url))

/** What a synthesis reads. */
const sources = [
  'adapters',
  'bin',
  'cdk.json',
  'cli',
  'compressor',
  'config',
  'core',
  'dashboard',
  'eval',
  'lambdas',
  'lib',
  'local',
  'package.json',
  'testkit',
  'tsconfig.json',
]

const linkOrCopy = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** What Node and vitest have compiled comes and goes while it is copied. */
const passing: ReadonlySet<string> = new Set(['.cache', '.vitest-cache'])

/** Packages are thousands of files, so they are linked where the file system can, and still have their own path. */
const linkTree = (from: string, to: string): void => {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (passing.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

/** Makes a second checkout with its own packages. */
export const copyCheckout = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  for (const name of sources) cpSync(join(thisCheckout, name), join(folder, name), { recursive: true })
  linkTree(join(thisCheckout, 'node_modules'), join(folder, 'node_modules'))
}

export interface Run {
  readonly checkout: string
  readonly outdir: string
  /** Context in addition to the feature flags. */
  readonly context?: Readonly<Record<string, unknown>>
  /** Of the credentials, as the CDK's command line says it; absent: it does not know. */
  readonly region?: string
  /** Against CloudFormation's schemas and by cdk-nag: takes seconds. @default false */
  readonly validated?: boolean
}

/** Runs bin/app.ts from a folder that has nothing to do with it. */
export const runApp = async ({ checkout, outdir, context = {}, region, validated = false }: Run) => {
  const app = spawn(process.execPath, [join(checkout, 'bin', 'app.ts')], {
    cwd: outdir,
    env: {
      // Another checkout is gone before anything could be read from the cache.
      ...(checkout === thisCheckout ? compileCache : {}),
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdkContext, ...context }),
      ...(validated ? {} : { CDK_VALIDATION: 'false' }),
      ...defined({ CDK_DEFAULT_REGION: region }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [stderr, [status]] = await Promise.all([text(app.stderr), once(app, 'exit')])
  return { status, stderr }
}
