// Three kinds of suites, told apart by the file's name:
//   *.test.ts             unit: stays inside its process (test/unit-setup.ts fails a suite that does not)
//   *.system.test.ts      system: opens ports, starts processes or synthesises templates
//   *.installed.test.ts   needs more than npm brings (vitest.installed.config.ts)

import { defineConfig } from 'vitest/config'

const system = 'test/**/*.system.test.ts'
const installed = 'test/**/*.installed.test.ts'

// Vitest loads every suite under a new address in every run, and Node would keep what it has compiled of each for ever. So its
// workers keep nothing; test/system-setup.ts gives the cache to what they start.
process.env.STARTED_COMPILE_CACHE ??= process.env.NODE_COMPILE_CACHE ?? ''
delete process.env.NODE_COMPILE_CACHE

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A few processes for all files. The modules of the product keep no state that a suite could leave behind.
    isolate: false,
    // Node loads the files itself, as it does when the service runs: rewritten by Vite, every use of an import goes through a getter,
    // which suites that work hard feel (docs/decisions/0116-loaded-by-node.md). Without hooks of its own vitest has no `vi.mock`, and says so.
    experimental: { viteModuleRunner: false, nodeLoader: false },
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
      { extends: true, test: { name: 'system', include: [system], setupFiles: ['test/system-setup.ts'] } },
    ],
  },
})
