// Runs a suite that needs more than npm brings. Installs that once, into a folder of the project. If it cannot be
// installed, the suite is skipped by name with the reason, which is not a failure.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface InstalledSuite {
  /** Name of the suite in the line that says it is skipped. */
  readonly name: string
  /** Path of its tests, from the root of the repository. */
  readonly tests: string
  /** Exactly what is to be installed. A different text is installed again. */
  readonly requirements: string
  /** Installs into an empty folder. Throws `NotInstallable` if this machine cannot. */
  install(folder: string): void
  /** The variable that tells the suite where it is, with its value. */
  readonly variable: readonly [name: string, value: (folder: string) => string]
}

/** The message is the reason. */
export class NotInstallable extends Error {}

const root = join(import.meta.dirname, '..')
const patienceMilliseconds = 300_000

/** Runs a command to its end. Throws `NotInstallable` with the last line of its output if it fails. */
export const mustRun = (command: string, ...words: readonly string[]): void => {
  const { error, status, stdout, stderr } = spawnSync(command, words, {
    encoding: 'utf8',
    timeout: patienceMilliseconds,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (error !== undefined) throw new NotInstallable(`${command} cannot be run: ${error.message}`)
  if (status === 0) return
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => /\w/.test(line))
  throw new NotInstallable(`"${[command, ...words.slice(0, 2)].join(' ')} …" failed: ${lines.at(-1) ?? status}`)
}

/** The folder that holds what the suite needs. Throws `NotInstallable`. */
export const installed = (
  name: string,
  { requirements, install }: Pick<InstalledSuite, 'requirements' | 'install'>,
): string => {
  const folder = join(root, '.installed', name.replaceAll(/\W/g, '-'))
  const stamp = join(folder, 'installed-from')
  const wanted = createHash('sha256').update(requirements).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  install(folder)
  writeFileSync(stamp, wanted)
  return folder
}

/** The exit code of the run; 0 also if the suite is skipped. Words of the command line go on to the test runner. */
export const runInstalledSuite = (suite: InstalledSuite): number => {
  try {
    const folder = installed(suite.tests, suite)
    const [variable, value] = suite.variable
    const run = spawnSync(
      process.execPath,
      [
        ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'vitest.installed.config.ts'],
        ...[suite.tests, ...process.argv.slice(2)],
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, [variable]: value(folder) } },
    )
    return run.status ?? 1
  } catch (error) {
    if (!(error instanceof NotInstallable)) throw error
    console.log(`Skipped: ${suite.name}, because ${error.message}`)
    return 0
  }
}
