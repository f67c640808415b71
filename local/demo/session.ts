// The session that the demo plays: what the model says and asks for, and what its tools return. The same in every dialect.

import { buildRuns, orders, sourceFile, testLog } from './results.ts'

export interface ScriptedStep {
  /** What the model says. */
  readonly says: string
  /** The tool that it then asks for, and what that returns; the last step has none. */
  readonly asks?: { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly result: string }
}

export const system =
  'You are a coding agent in the repository of a web shop. Find the cause before you change anything, change as little as possible, and prove it with the tests.'

export const question =
  'The nightly build of the checkout service is red. Find out why, fix it, and tell me whether customers were affected.'

const noInput = { type: 'object', properties: {} } as const
const pathInput = { type: 'object', properties: { path: { type: 'string' } } } as const

export const tools = [
  { name: 'list_builds', description: 'Lists the newest runs of the build.', input: noInput },
  { name: 'run_tests', description: 'Runs the tests and returns what they print.', input: noInput },
  { name: 'read_file', description: 'Returns a file of the repository.', input: pathInput },
  { name: 'edit_file', description: 'Replaces text in a file of the repository.', input: pathInput },
  { name: 'list_orders', description: 'Lists the orders of an hour.', input: noInput },
] as const

export const steps: readonly ScriptedStep[] = [
  { says: 'I will look at the newest builds first.', asks: { tool: 'list_builds', input: {}, result: buildRuns } },
  {
    says: 'The last run failed in its unit tests, the seven before it did not. I will run the tests here.',
    asks: { tool: 'run_tests', input: {}, result: testLog(true) },
  },
  {
    says: 'One test fails: a discount of ten per cent on 19.99 gives 17.99, and 18.00 is expected. I will read the code that does it.',
    asks: { tool: 'read_file', input: { path: 'src/discount.ts' }, result: sourceFile },
  },
  {
    says: 'The discount is rounded down, always. It has to be rounded to the nearest cent.',
    asks: {
      tool: 'edit_file',
      input: {
        path: 'src/discount.ts',
        old: 'Math.floor(price.cents * factor)',
        new: 'Math.round(price.cents * factor)',
      },
      result: 'Replaced 1 occurrence in src/discount.ts.',
    },
  },
  { says: 'Now the tests again.', asks: { tool: 'run_tests', input: {}, result: testLog(false) } },
  {
    says: 'All 56 pass. To see whether customers were affected I will look at orders with a discount.',
    asks: { tool: 'list_orders', input: {}, result: orders },
  },
  {
    says: 'Fixed: discounts were rounded down instead of to the nearest cent, in src/discount.ts. Five of the fourteen orders of that hour had a discount; each of those customers paid at most one cent too little, and nobody paid too much.',
  },
]
