// A suite on top of what npm does not bring: installs it once, and runs the suite. Where it cannot be installed, the suite is
// skipped by name, with the reason, and that is no failure.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Skipped } from '../testkit/skipped.ts'

export interface InstalledSuite {
  /** As the line says that tells of its being skipped. */
  readonly name: string
  /** Path of its tests, from the root of the repository. */
  readonly tests: string
  /** Throws `Skipped` when this machine cannot. Resolves with where it is. */
  install(): Promise<string>
  /** The variable that tells the suite where it is. */
  readonly variable: string
}

const root = join(import.meta.dirname, '..')

/** Exit code of the run: 0 also where the suite is skipped. Words of the command line go on to the test runner. */
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
    console.log(`Skipped: ${suite.name}, because ${error.message}`)
    return 0
  }
}
