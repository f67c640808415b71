// Runs a suite that needs more than npm brings, and installs that first. If it cannot be installed, the suite is skipped by
// name with the reason, which is not a failure.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Skipped } from '../testkit/skipped.ts'

export interface InstalledSuite {
  /** Name of the suite in the line that says it is skipped. */
  readonly name: string
  /** Path of its tests, from the root of the repository. */
  readonly tests: string
  /** Throws `Skipped` when this machine cannot. Resolves with where it is. */
  install(): Promise<string>
  /** The variable that tells the suite where it is. */
  readonly variable: string
}

const root = join(import.meta.dirname, '..')

/** The exit code of the run; 0 also if the suite is skipped. Words of the command line go on to the test runner. */
export const runInstalledSuite = async (suite: InstalledSuite): Promise<number> => {
  try {
    const variables = { [suite.variable]: await suite.install() }
    const run = spawnSync(
      process.execPath,
      [
        ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'vitest.installed.config.ts'],
        ...[suite.tests, ...process.argv.slice(2)],
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables } },
    )
    return run.status ?? 1
  } catch (error) {
    if (!(error instanceof Skipped)) throw error
    process.stdout.write(`Skipped: ${suite.name}, because ${error.message}\n`)
    return 0
  }
}
