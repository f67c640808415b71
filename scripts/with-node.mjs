// Runs a command of this project under the project's own Node, installing what is missing first.
// Plain JavaScript without dependencies: with scripts/install.mjs and what that imports, all that a machine's older Node has to understand.
// Everything it says goes to standard error, so that a command's own output stays clean.

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotInstall, ensureInstalled, ownNode } from './install.mjs'
import { exitCodeOf, run } from './run-program.mjs'

/** These run with the packages of the service alone; everything else may need the others. */
const needsRuntimeOnly = new Set([
  'local/main.ts',
  'bin/operator.ts',
  'cli/main.ts',
  'eval/show/main.ts',
  'examples/compress.mjs',
])

function fail(message, exitCode = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(exitCode)
}

const words = process.argv.slice(2)
try {
  await ensureInstalled(!needsRuntimeOnly.has(words[0] ?? ''))
} catch (error) {
  if (!(error instanceof CannotInstall)) throw error
  fail(error.message, error.exitCode)
}

/** Where Node keeps what it has compiled: from the second time on a command starts in half the time. Nowhere if that cannot be written. */
function compileCache(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    return { NODE_COMPILE_CACHE: folder }
  } catch {
    return {}
  }
}

/** What asks this machine goes through no proxy of the network. Node asks one where NODE_USE_ENV_PROXY is set, and reads the names in small letters first. */
function direct({ no_proxy, NO_PROXY }) {
  const given = no_proxy || NO_PROXY
  // It means everything, but only where it stands alone.
  if (given?.trim() === '*') return {}
  const names = [given, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',')
  return { no_proxy: names, NO_PROXY: names }
}

const modules = join(dirname(ownNode), '..', '..')
const path = [join(modules, '.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
const env = { ...compileCache(join(modules, '.cache', 'compiled')), ...process.env, ...direct(process.env), PATH: path }
const { code, signal } = await run(ownNode, words, { stdio: 'inherit', env }).catch((error) =>
  fail(`The project’s Node cannot be started (${error.message}). Delete node_modules and try again.`),
)
process.exit(code ?? exitCodeOf(signal))
