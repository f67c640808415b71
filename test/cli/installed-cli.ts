// The command line as a person has it: the package that the service brings, in a home of its own.

import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunningCli {
  readonly pid: number
  /** What it has printed on standard error so far. */
  err(): string
  readonly ended: Promise<Ended>
}

export interface InstalledCli {
  readonly home: string
  /** Starts the command; `environment` is all that it has besides its home and the way to Node. */
  start(words: readonly string[], environment?: Readonly<Record<string, string>>): RunningCli
  run(words: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended>
  /** npx, with the address of the package. */
  npx(words: readonly string[]): Promise<string>
}

const exec = promisify(execFile)
// A child of `npm run` must not take that npm's settings for its own.
const path = `${join(process.execPath, '..')}:${process.env.PATH}`

/** Installs the package at this address below a folder. */
export const installCli = async (folder: string, address: string): Promise<InstalledCli> => {
  const home = join(folder, 'home')
  const environment = {
    HOME: home,
    PATH: path,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
  }
  await exec('npm', ['install', '--global', '--prefix', join(folder, 'npm'), address], { env: environment })
  const script = join(folder, 'npm', 'bin', 'compaction')
  const start: InstalledCli['start'] = (words, more = {}) => {
    const child = spawn(process.execPath, [script, ...words], { env: { HOME: home, PATH: path, ...more } })
    const printed = { out: '', err: '' }
    for (const name of ['out', 'err'] as const)
      child[name === 'out' ? 'stdout' : 'stderr'].on('data', (chunk: Buffer) => {
        printed[name] += chunk.toString()
      })
    child.stdin.end()
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...printed })))
    return { pid: child.pid ?? 0, err: () => printed.err, ended }
  }
  return {
    home,
    start,
    run: (words, more) => start(words, more).ended,
    npx: async (words) => (await exec('npx', ['--yes', address, ...words], { env: environment })).stdout,
  }
}

/** Every file below a folder that holds this text. */
export const filesWith = (folder: string, text: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile() && readFileSync(name).includes(text))

/** The words and variables' names aside: what any process of this machine was started with, as `ps` shows it. */
export const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')
