// Measures a newcomer's first minute: a fresh clone of this checkout's last commit, `npm start`, and the first pasted
// command. Prints when the service was ready, when the first token was saved, and what was installed.

import { spawn, spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askedOrExit, orUsageFault } from '../bin/usage-fault.ts'
import { optionsText } from '../bin/usage-text.ts'
import { runPageCommands } from './run-page-commands.ts'

const usage = `npm run first-minute -- [options]

${optionsText({
  '--everything': 'installs what development needs too',
  '--commands': 'runs the commands of README.md and docs/local.md in the clone, as they stand there',
})}`

const flag = { type: 'boolean', default: false } as const
const asked = askedOrExit(usage, (words) => {
  const options = { everything: flag, commands: flag, help: { ...flag, short: 'h' } } as const
  const { values } = orUsageFault(() => parseArgs({ args: [...words], options }))
  return values.help ? undefined : values
})

const root = join(import.meta.dirname, '..')
const patienceMilliseconds = 300_000

/** Megabytes on disk, a file with several names counted once. */
const megabytesOf = (folder: string): number => {
  const seen = new Set<number>()
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const { ino, blocks } = lstatSync(join(entry.parentPath, entry.name))
    if (!seen.has(ino)) bytes += blocks * 512
    seen.add(ino)
  }
  return Math.round(bytes / 1_000_000)
}

const run = (command: string, words: readonly string[], cwd: string, variables: NodeJS.ProcessEnv = {}): string => {
  const options = { cwd, encoding: 'utf8', env: { ...process.env, ...variables } } as const
  const { status, stdout, stderr } = spawnSync(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

/** The printed facts of a service that has just been started with npm. */
const startIn = (clone: string) => {
  const words = ['start', '--', '--memory', '--port', '0', '--dashboard-port', '0', '--ready-json']
  const npm = spawn('npm', words, { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'] })
  const facts = new Promise<{ readonly baseUrl: string; readonly serviceKey: string }>((ready, failed) => {
    let out = ''
    npm.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const line = /^\{.*\}$/m.exec(out)?.[0]
      if (line !== undefined) ready(JSON.parse(line))
    })
    npm.on('exit', (code) => failed(new Error(`npm start ended with ${code}.`)))
    setTimeout(() => failed(new Error('npm start did not become ready.')), patienceMilliseconds).unref()
  })
  return { facts, end: () => npm.kill('SIGTERM') }
}

const folder = mkdtempSync(join(tmpdir(), 'first-minute-'))
const clone = join(folder, 'clone')
const since = performance.now()
const row = (what: string, figure: string): void => {
  process.stdout.write(`${what.padEnd(44)}${figure.padStart(10)}`.trimEnd().concat('\n'))
}
const seconds = (): string => `${((performance.now() - since) / 1000).toFixed(1)} s`
try {
  run('git', ['clone', '--quiet', root, clone], root)
  row('cloned', seconds())
  const service = startIn(clone)
  const { baseUrl, serviceKey } = await service.facts
  row('npm start: installed and ready', seconds())
  const node = join(clone, 'node_modules', '.bin', 'node')
  const variables = { BASE_URL: baseUrl, SERVICE_KEY: serviceKey }
  const said = run(node, ['examples/compress.mjs'], clone, variables)
  row('first pasted command: tokens saved', seconds())
  service.end()
  row('installed for the service', `${megabytesOf(join(clone, 'node_modules'))} MB`)
  if (asked.everything) {
    run('node', ['scripts/with-node.mjs', '--version'], clone)
    row('installed for everything', `${megabytesOf(join(clone, 'node_modules'))} MB`)
  }
  process.stdout.write(`\n${said.split('\n\n')[0]}\n\n`)
  if (asked.commands && (await runPageCommands(clone, row)) > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
