import { defineConfig } from 'vitest/config'
import { installed } from './vitest.installed.config.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: installed,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
