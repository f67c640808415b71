// Runs a command of this project under the project's own Node, installing what is missing first.
// Plain JavaScript without dependencies: it is the only file that a machine's older Node has to understand.
// Everything it says goes to standard error, so that a command's own output stays clean.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const node = join(modules, 'node', 'bin', 'node')
/** npm writes the second once every package of the first is there. */
const locks = [join(root, 'package-lock.json'), join(modules, '.package-lock.json')]

function npm(args) {
  const result = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (result.error) fail(`npm could not be started: ${result.error.message}`)
  if (result.status !== 0) fail(`npm ${args.join(' ')} ended with ${result.status}`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const [asked, installed] = locks.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
if (installed < asked) {
  process.stderr.write('Installing the project’s packages (once per lockfile) …\n')
  npm(['ci', '--loglevel=error'])
}
if (!existsSync(node)) {
  process.stderr.write('Installing the project’s own Node …\n')
  npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
}

const path = [join(modules, '.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH: path } })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A signal to npm ends npm and its shell and goes no further. The command must not outlive them.
const parent = process.ppid
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
child.on('error', (error) => fail(`The project’s Node could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
