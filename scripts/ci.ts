// Everything that guards the project, one after the other, and one line at the end that counts all of it: what `.ci/run` runs.
// A suite that cannot be installed here is named above that line; one that dies without a count is a failure.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'

/** How a step says what it found: in vitest's report, in its last line, or by how it ends. */
type Tells = 'report' | 'line' | 'end'

interface Step {
  readonly name: string
  readonly tells: Tells
  /** For Node. */
  readonly words: readonly string[]
}

interface Found {
  readonly passed: number
  readonly failed: number
  /** Lines that say what was left out, and why. */
  readonly leftOut: readonly string[]
}

const steps: readonly Step[] = [
  { name: 'types, format, lint', tells: 'end', words: ['scripts/check.mjs'] },
  { name: 'templates', tells: 'end', words: ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet'] },
  { name: 'tests', tells: 'report', words: ['node_modules/vitest/vitest.mjs', 'run'] },
  { name: 'deployment', tells: 'report', words: ['scripts/test-deployment.ts'] },
  { name: 'DynamoDB Local', tells: 'report', words: ['scripts/test-dynamodb-local.ts'] },
  { name: 'verify-deployment', tells: 'line', words: ['scripts/verify-deployment/main.ts', '--local'] },
  { name: 'clients', tells: 'line', words: ['test/clients/main.ts'] },
]

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'ci-'))

const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numPendingTests: z.number() })
const countLine = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/gm
/** A row of the tables of checks: result, name, what was seen. */
const skippedRow = /^skipped {2,}(.+?) {2,}(.+?)(?: {2}|$)/gm

/** Runs to its end, showing and keeping what is said. */
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

/** What a run found; nothing when it told nothing. */
const told = (step: Step, said: string, file: string): Found | undefined => {
  if (step.tells === 'end') return { passed: 0, failed: 0, leftOut: [] }
  if (step.tells === 'report') {
    const skipped = said.match(/^Skipped: .*$/gm)
    if (!existsSync(file)) return skipped === null ? undefined : { passed: 0, failed: 0, leftOut: skipped }
    const { numPassedTests, numFailedTests, numPendingTests } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    const pending = numPendingTests === 0 ? [] : [`Skipped: ${numPendingTests} of ${step.name}, as its report says`]
    return { passed: numPassedTests, failed: numFailedTests, leftOut: pending }
  }
  const [, passed, failed] = [...said.matchAll(countLine)].at(-1) ?? []
  if (passed === undefined) return undefined
  const rows = [...said.matchAll(skippedRow)].map(([, name, seen]) => `Skipped: ${name}, because ${seen}`)
  return { passed: Number(passed), failed: Number(failed), leftOut: rows }
}

const take = async (step: Step): Promise<Found> => {
  const file = join(folder, `${step.name}.json`)
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  process.stdout.write(`\n== ${step.name}\n`)
  const since = performance.now()
  const { status, said } = await run([...step.words, ...(step.tells === 'report' ? reporting : [])])
  const found = told(step, said, file) ?? { passed: 0, failed: 1, leftOut: [] }
  // A suite that does not load, or an error beside the tests, fails the run and no test.
  const failed = status === 0 ? found.failed : Math.max(found.failed, 1)
  const seconds = Math.round((performance.now() - since) / 1000)
  process.stdout.write(`== ${step.name}: ${found.passed} passed, ${failed} failed, in ${seconds} s\n`)
  return { ...found, failed }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

try {
  const all: Found[] = []
  for (const step of steps) all.push(await take(step))
  const failed = sum(all.map((found) => found.failed))
  const lines = all.flatMap((found) => found.leftOut)
  process.stdout.write(`\n${lines.map((line) => `${line}\n`).join('')}`)
  process.stdout.write(`${sum(all.map(({ passed }) => passed))} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
