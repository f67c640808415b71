// A suite on top of what npm does not bring: installs it once, into a folder of the project's own, and runs the suite.
// Where that cannot be installed, the suite is skipped by name, with the reason, and that is no failure.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface InstalledSuite {
  /** As the line says that tells of its being skipped. */
  readonly name: string
  /** Path of its tests, from the root of the repository. */
  readonly tests: string
  /** What is to be installed, exactly: another text is installed anew. */
  readonly requirements: string
  /** Installs into an empty folder. Throws `NotInstallable` when this machine cannot. */
  install(folder: string): void
  /** The variable that tells the suite where it is, and what it says. */
  readonly variable: readonly [name: string, value: (folder: string) => string]
}

/** The reason stands in the message. */
export class NotInstallable extends Error {}

const root = join(import.meta.dirname, '..')
const patienceMilliseconds = 300_000

/** Runs to its end. Throws `NotInstallable` with the last line that was said when it fails. */
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

/** The folder that holds what is needed, by a name of its own. Throws `NotInstallable`. */
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

/** Exit code of the run: 0 also where the suite is skipped. Words of the command line go on to the test runner. */
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
