// The contract of the tables on AWS's own DynamoDB Local: `npm run test:dynamodb-local`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, runInstalledSuite } from './installed-suite.ts'

const project = join(import.meta.dirname, '..', 'test', 'contract', 'dynamodb-local.pom.xml')

process.exitCode = runInstalledSuite({
  name: 'the tables’ contract on DynamoDB Local',
  tests: 'test/contract/dynamodb-local.installed.test.ts',
  requirements: readFileSync(project, 'utf8'),
  install(folder) {
    mustRun('java', '-version')
    mustRun('mvn', '-q', '-B', '-f', project, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`)
  },
  variable: ['DYNAMODB_LOCAL_DIR', (folder) => folder],
})
