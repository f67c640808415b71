// Deploys the stacks into an account on this machine, and uses them: `npm run test:deployment`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, runInstalledSuite } from './installed-suite.ts'

const requirements = join(import.meta.dirname, '..', 'test', 'deployment', 'requirements.txt')
const python = (folder: string): string => join(folder, 'bin', 'python')

process.exitCode = runInstalledSuite({
  name: 'a deployment into moto’s AWS',
  tests: 'test/deployment',
  requirements: readFileSync(requirements, 'utf8'),
  install(folder) {
    mustRun('python3', '-m', 'venv', folder)
    mustRun(python(folder), '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '-r', requirements)
  },
  variable: ['MOTO_PYTHON', python],
})
