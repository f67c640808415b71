// The estimate as a person runs it, on several threads: the same figures as `eval:bill` prints, and an end when time is up.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileCache } from '../../../local/process/compile-cache.ts'
import { writeSessionFiles } from '../../../testkit/session-files.ts'
import { runProgram } from '../../clients/run-program.ts'

const root = join(import.meta.dirname, '..', '..', '..')
let home = ''

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'estimate-'))
  writeSessionFiles(home, 300_000, 1)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const run = (...words: string[]) =>
  runProgram({
    command: process.execPath,
    words,
    environment: { HOME: home, ...compileCache },
    folder: root,
    patienceMilliseconds: 90_000,
  })

it('says what eval:bill says', async () => {
  const { code, out, err } = await run('cli/main.ts', 'estimate', '--yes', '--all', '--json')
  expect(code, err).toBe(0)
  const { total } = JSON.parse(out)
  const bill = await run(
    'eval/cost/main.ts',
    home,
    '--sets',
    'files',
    '--strategies',
    'repeated,arrival',
    '--out',
    home,
  )
  expect(bill.code).toBe(0)
  const { rows } = JSON.parse(readFileSync(join(home, 'bill-files-recorded.json'), 'utf8'))
  const saved = Object.fromEntries(rows.map((row: { strategy: string; saved: number }) => [row.strategy, row.saved]))
  expect(total.saved.repeated).toBeCloseTo(saved.repeated, 10)
  expect(total.saved.arrival).toBeCloseTo(saved.arrival, 10)
  expect(total.saved.repeated).toBeGreaterThan(0.01)
}, 120_000)

it('ends when its time is up, and says so where nothing could be played by then', async () => {
  const since = performance.now()
  const { code, err } = await run('cli/main.ts', 'estimate', '--yes', '--seconds', '0.01')
  expect(code).toBe(1)
  expect(err).toContain(
    'No session with a request could be played in that time. Give it more with --seconds, or --all.',
  )
  expect(performance.now() - since).toBeLessThan(30_000)
}, 60_000)

it('needs somebody who agrees', async () => {
  const { code, err } = await run('cli/main.ts', 'estimate')
  expect(code).toBe(1)
  expect(err).toContain('--yes')
})
