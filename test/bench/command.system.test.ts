// The command itself, on the one row that is counted and not timed.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { repeatBench } from '../../bench/repeat.ts'

const main = join(import.meta.dirname, '..', '..', 'bench', 'main.ts')
const run = promisify(execFile)

const figure = z.object({
  subject: z.string(),
  measure: z.string(),
  value: z.number(),
  reached: z.boolean().optional(),
})
const document = z.object({
  machine: z.object({ cores: z.number(), node: z.literal(process.version) }),
  scale: z.literal('quick'),
  sections: z.tuple([z.object({ title: z.string(), figures: z.array(figure) })]),
})

it('prints one JSON document: operations per request are 2 writes, and 1 more for each limit', async () => {
  const { stdout } = await run(process.execPath, [main, '--quick', '--json', '--only', 'dynamodb'])
  const [{ figures }] = document.parse(JSON.parse(stdout)).sections
  const of = (measure: string): number[] => figures.filter((each) => each.measure === measure).map(({ value }) => value)
  expect(of('reads')).toEqual([0, 0, 0])
  expect(of('writes')).toEqual([2, 3, 4])
  expect(figures.filter(({ reached }) => reached === false)).toEqual([])
}, 60_000)

it('says what it does not understand, and ends with 2', async () => {
  await expect(run(process.execPath, [main, '--only', 'spead'])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('There is no "spead"; known are own-work, '),
  })
}, 60_000)

it('runs several times, and says how many succeeded', async () => {
  const { stdout } = await run(process.execPath, [main, '--quick', '--only', 'engines', '--repeat', '2'])
  expect(stdout).toMatch(/^run 1 of 2: succeeded, \d+ s\nrun 2 of 2: succeeded, \d+ s\n2 of 2 succeeded\.\n$/)
}, 60_000)

it('counts a run that fails', async () => {
  const lines: string[] = []
  const isWell = await repeatBench(1, ['--only', 'spead'], (line) => lines.push(line))
  expect(isWell).toBe(false)
  expect(lines).toEqual([expect.stringMatching(/^run 1 of 1: failed \(2\), \d+ s$/), '0 of 1 succeeded.'])
}, 60_000)
