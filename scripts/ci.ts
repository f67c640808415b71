// Runs every check of the project for `.ci/run`, one after the other. The last line counts all of them. Above it stand the
// seconds of each step, what failed, and which suites cannot be installed here. A suite that ends without a count is a
// failure.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { sum } from '../testkit/report/statistics.ts'

/** Where the result of a step is: in vitest's report, in its last line, or only in its exit code. */
type Tells = 'report' | 'line' | 'end'

interface CiStep {
  readonly name: string
  readonly tells: Tells
  /** Arguments for Node. */
  readonly words: readonly string[]
}

interface Found {
  readonly passed: number
  readonly failed: number
  /** What was skipped and what failed, each with its reason. */
  readonly lines: readonly string[]
}

const steps: readonly CiStep[] = [
  { name: 'types, format, lint', tells: 'end', words: ['scripts/check.mjs'] },
  { name: 'templates', tells: 'end', words: ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet'] },
  { name: 'tests', tells: 'report', words: ['node_modules/vitest/vitest.mjs', 'run'] },
  { name: 'faults', tells: 'line', words: ['test/faults/main.ts'] },
  { name: 'the wire', tells: 'line', words: ['test/fuzz-wire/main.ts', '--seconds', '15'] },
  { name: 'deployment', tells: 'report', words: ['scripts/test-deployment.ts'] },
  { name: 'DynamoDB Local', tells: 'report', words: ['scripts/test-dynamodb-local.ts'] },
  { name: 'dashboard in a browser', tells: 'report', words: ['scripts/test-browser.ts'] },
  { name: 'verify-deployment', tells: 'line', words: ['verify/main.ts', '--local'] },
  { name: 'clients', tells: 'line', words: ['test/clients/main.ts'] },
]

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'ci-'))

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})
const countLine = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/gm
/** The rows with this result in the table of checks: result, name, what was seen. */
const rowsOf = (said: string, result: string): readonly string[] =>
  [...said.matchAll(new RegExp(`^${result} {2,}(.+?) {2,}(.+?)(?: {2}|$)`, 'gm'))].map(
    ([, name, seen]) => `${name}, because ${seen}`,
  )

const beginning = (message: string): string =>
  (message.split(/\n\s+at /)[0] ?? '').replaceAll(/\s+/g, ' ').slice(0, 600)

/** File, test and first lines of the message of every failure, files that did not load included. */
const failuresOf = ({ testResults }: z.infer<typeof report>): readonly string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${beginning(message)}`] : []
    return failed.map((test) => `${file}: ${test.fullName}: ${beginning(test.failureMessages.join(' '))}`)
  })

/** Runs a command to its end. Shows and returns what it prints. */
const run = async (words: readonly string[]): Promise<{ readonly status: number; readonly said: string }> => {
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    process.stdout.write(text)
  })
  const [status] = await once(child, 'close')
  return { status: Number(status ?? 1), said }
}

/** The result of a run; nothing if it printed none. */
const told = (step: CiStep, said: string, file: string): Found | undefined => {
  if (step.tells === 'end') return { passed: 0, failed: 0, lines: [] }
  if (step.tells === 'report') {
    const skipped = said.match(/^Skipped: .*$/gm)
    if (!existsSync(file)) return skipped === null ? undefined : { passed: 0, failed: 0, lines: skipped }
    const read = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    const { numPassedTests, numFailedTests, numPendingTests } = read
    const pending = numPendingTests === 0 ? [] : [`Skipped: ${numPendingTests} of ${step.name}, as its report says`]
    const failures = failuresOf(read).map((line) => `Failed: ${line}`)
    return { passed: numPassedTests, failed: numFailedTests, lines: [...pending, ...failures] }
  }
  const [, passed, failed] = [...said.matchAll(countLine)].at(-1) ?? []
  if (passed === undefined) return undefined
  const lines = [
    ...rowsOf(said, 'skipped').map((row) => `Skipped: ${row}`),
    ...['failed', 'FAILED'].flatMap((result) => rowsOf(said, result)).map((row) => `Failed: ${row}`),
  ]
  return { passed: Number(passed), failed: Number(failed), lines }
}

const take = async (step: CiStep): Promise<Found & { readonly seconds: number }> => {
  const file = join(folder, `${step.name}.json`)
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  process.stdout.write(`\n== ${step.name}\n`)
  const since = performance.now()
  const { status, said } = await run([...step.words, ...(step.tells === 'report' ? reporting : [])])
  const found = told(step, said, file) ?? {
    passed: 0,
    failed: 1,
    lines: [`Failed: ${step.name}, which printed no result`],
  }
  // A suite that does not load, or an error outside the tests, fails the run and no single test.
  const failed = status === 0 ? found.failed : Math.max(found.failed, 1)
  const unnamed = failed > 0 && !found.lines.some((line) => line.startsWith('Failed: '))
  const lines = unnamed ? [...found.lines, `Failed: ${step.name}, which ended with ${status}`] : found.lines
  const seconds = Math.round((performance.now() - since) / 1000)
  process.stdout.write(`== ${step.name}: ${found.passed} passed, ${failed} failed, in ${seconds} s\n`)
  return { ...found, failed, lines, seconds }
}

try {
  const all: Awaited<ReturnType<typeof take>>[] = []
  for (const step of steps) all.push(await take(step))
  const failed = sum(all.map((found) => found.failed))
  const lines = all.flatMap((found) => found.lines)
  const seconds = steps.map(({ name }, at) => `${String(all[at]?.seconds).padStart(5)} s  ${name}`)
  process.stdout.write(`\n${[...seconds, '', ...lines].map((line) => `${line}\n`).join('')}`)
  process.stdout.write(`${sum(all.map(({ passed }) => passed))} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
