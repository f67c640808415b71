// A gateway from PyPI: a Python of its own with it and whatever it needs today.

import { join } from 'node:path'
import { installOnce, mustRun } from '../../testkit/install-once.ts'

/** Folder of its programs. Throws `Skipped` where this machine cannot install it. */
export const pythonPrograms = async (name: string, requirement: string): Promise<string> => {
  const folder = await installOnce({
    name: `peer-${name}`,
    pins: requirement,
    async install(empty) {
      await mustRun(empty, 'python3', '-m', 'venv', '.')
      await mustRun(empty, 'bin/python', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement)
    },
  })
  return join(folder, 'bin')
}
