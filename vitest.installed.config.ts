// The suites that need more than npm brings: Python's moto, Java's DynamoDB Local. Each has a command that installs it, and
// says so where that cannot be done (scripts/test-deployment.ts, scripts/test-dynamodb-local.ts).

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/**/*.installed.test.ts'], testTimeout: 120_000, hookTimeout: 600_000 },
})
