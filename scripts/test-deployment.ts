// Deploys the stacks into an account on this machine, and uses them: `npm run test:deployment`.

import { join } from 'node:path'
import { pythonWith } from '../testkit/install-once.ts'
import { runInstalledSuite } from './installed-suite.ts'

const requirements = join(import.meta.dirname, '..', 'test', 'deployment', 'requirements.txt')

process.exitCode = await runInstalledSuite({
  name: 'a deployment into moto’s AWS',
  tests: 'test/deployment',
  install: () => pythonWith('moto', requirements),
  variable: 'MOTO_PYTHON',
})
