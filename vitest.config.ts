// Three kinds of suites, told apart by the file's name:
//   *.test.ts             unit: stays inside its process (test/unit-setup.ts fails a suite that does not)
//   *.system.test.ts      system: opens ports, starts processes or synthesises templates
//   *.installed.test.ts   needs more than npm brings (vitest.installed.config.ts)

import { defineConfig } from 'vitest/config'

const system = 'test/**/*.system.test.ts'
const installed = 'test/**/*.installed.test.ts'

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A few processes for all files. The modules of the product keep no state that a suite could leave behind.
    isolate: false,
    // One more than a small machine has processors: system suites wait more than they work.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [system, installed],
          setupFiles: ['test/unit-setup.ts'],
        },
      },
      { extends: true, test: { name: 'system', include: [system] } },
    ],
  },
})
