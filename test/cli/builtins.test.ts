// The package runs on Node 20.12: a name that a module of that Node does not export keeps a whole script from starting.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildCli } from '../../dashboard/files/build-cli.ts'
import { oldestNode } from '../../dashboard/oldest-node.ts'

/** Of what Node 20.12 exports, what the scripts import by name. */
const exported: Readonly<Record<string, string>> = {
  buffer: 'isAscii isUtf8 transcode',
  child_process: 'execFile spawn spawnSync',
  crypto: 'createCipheriv createHash createHmac createSecretKey hash randomInt randomUUID',
  fs: 'accessSync chmodSync closeSync constants existsSync lstatSync mkdirSync openSync readFileSync readSync readdirSync readlinkSync realpathSync renameSync rmSync statSync writeFileSync',
  net: 'isIP',
  os: 'availableParallelism constants homedir hostname userInfo',
  path: 'basename delimiter dirname isAbsolute join resolve sep',
  'readline/promises': 'createInterface',
  'stream/consumers': 'text',
  'timers/promises': 'setImmediate setTimeout',
  url: 'fileURLToPath',
  util: 'parseArgs promisify',
  worker_threads: 'Worker isMainThread parentPort workerData',
}

const importsOf = (script: string): readonly string[] =>
  [...script.matchAll(/\bimport\s*(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*"(?:node:)?([\w/]+)"/g)].flatMap(
    ([, names = '', module = '']) => names.split(',').map((name) => `${module} ${name.trim().split(' ')[0]}`),
  )

const { script, estimate } = buildCli()

it.each([
  ['the command', script],
  ['the estimator', estimate()],
])('%s imports by name only what Node 20.12 exports', (_what, text) => {
  const known = Object.entries(exported).flatMap(([module, names]) =>
    names.split(' ').map((name) => `${module} ${name}`),
  )
  const imported = importsOf(text)
  expect(imported).toContain('path join')
  expect(imported.filter((name) => !known.includes(name))).toEqual([])
})

it.each(['docs/command-line.md', 'dashboard/page/screens/first-steps/command-line.tsx'])(
  '%s names that Node and no other',
  (path) => {
    const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8').replace('{oldestNode}', oldestNode)
    expect([...text.matchAll(/\bNode ([\d.]+\d)/g)].map(([, version]) => version)).toEqual(['20.12'])
  },
)
