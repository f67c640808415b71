// The contract of the tables on AWS's own DynamoDB Local: `npm run test:dynamodb-local`.

import { dynamodbLocalJars } from '../testkit/dynamodb-local.ts'
import { runInstalledSuite } from './installed-suite.ts'

process.exitCode = await runInstalledSuite({
  name: 'the tables’ contract on DynamoDB Local',
  tests: 'test/contract/dynamodb-local.installed.test.ts',
  install: dynamodbLocalJars,
  variable: 'DYNAMODB_LOCAL_DIR',
})
