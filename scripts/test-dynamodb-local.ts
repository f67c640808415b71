// The contract of the tables on AWS's own DynamoDB Local: `npm run test:dynamodb-local`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installOnce, mustRun } from '../testkit/install-once.ts'
import { runInstalledSuite } from './installed-suite.ts'

const project = join(import.meta.dirname, '..', 'test', 'contract', 'dynamodb-local.pom.xml')

process.exitCode = await runInstalledSuite({
  name: 'the tables’ contract on DynamoDB Local',
  tests: 'test/contract/dynamodb-local.installed.test.ts',
  install: () =>
    installOnce({
      name: 'dynamodb-local',
      pins: readFileSync(project, 'utf8'),
      async install(folder) {
        await mustRun(folder, 'java', '-version')
        const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
        await mustRun(folder, 'mvn', '-q', '-B', '-f', project, ...goal)
      },
    }),
  variable: 'DYNAMODB_LOCAL_DIR',
})
