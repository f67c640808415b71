// The suites on top of what npm does not bring: Python's moto, Java's DynamoDB Local. Each has a command that installs it,
// and says so where that cannot be done (scripts/test-deployment.ts, scripts/test-dynamodb-local.ts).

import { defineConfig } from 'vitest/config'

/** Every other suite runs with `npm test`. */
export const installed = ['test/deployment/**/*.test.ts', 'test/contract/dynamodb-local.test.ts']

export default defineConfig({
  test: { include: installed, testTimeout: 120_000, hookTimeout: 600_000 },
})
