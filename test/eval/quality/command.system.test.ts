// The commands themselves, on what is made up: tables, JSON and plots, and a plain word for what they do not understand.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readQualityOptions } from '../../../eval/quality/options.ts'

const quality = join(import.meta.dirname, '..', '..', '..', 'eval', 'quality', 'main.ts')
const run = promisify(execFile)

const measure = z.object({ all: z.number(), share: z.number(), low: z.number(), high: z.number() })
const document = z.object({
  sets: z.array(
    z.object({
      set: z.string(),
      rows: z.array(
        z.object({
          system: z.string(),
          point: z.union([z.literal('own'), z.number()]),
          removed: z.number(),
          measures: z.record(z.string(), measure),
        }),
      ),
    }),
  ),
  contract: z.array(z.object({ engine: z.string(), measures: z.record(z.string(), measure) })),
  bars: z.array(z.object({ measure: z.string(), reached: z.boolean() })),
})

describe('npm run eval:quality without data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quality-'))
  const json = join(folder, 'all.json')
  const plots = join(folder, 'plots')
  let said = ''
  let written: z.infer<typeof document>
  beforeAll(async () => {
    const words = ['--parts', 'traces,languages', '--json', json, '--plots', plots]
    said = (await run(process.execPath, [quality, ...words])).stdout
    written = document.parse(JSON.parse(readFileSync(json, 'utf8')))
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('says that the texts are made up, and what to give', () => {
    expect(said).toContain('No folder of data was given')
    expect(said).toContain('npm run eval:quality -- [DATA]')
  })

  it('sets every baseline beside the engines at the same share of tokens, with intervals', () => {
    const traces = written.sets.find(({ set }) => set === 'traces')
    const at = (point: number) => (traces?.rows ?? []).filter((row) => row.point === point)
    const [engine, ...others] = at(0.5)
    expect(engine?.system).toBe('adeline-1')
    expect(others.map(({ system }) => system)).toEqual(
      expect.arrayContaining([
        'random words',
        'head',
        'self-information',
        'probe: values only',
        'probe: pins and random',
      ]),
    )
    const simple = others.filter(({ system }) => /random words|head|pins/.test(system))
    for (const { removed } of simple) expect(Math.abs(removed - (engine?.removed ?? 0))).toBeLessThan(0.02)
    for (const { measures } of at(0.5))
      for (const { share, low, high } of Object.values(measures)) {
        expect(low).toBeLessThanOrEqual(share)
        expect(high).toBeGreaterThanOrEqual(share)
      }
  })

  it('no engine garbles a language that it does not know, and every engine keeps its contract', () => {
    expect(written.bars.filter(({ reached }) => !reached)).toEqual([])
    for (const { measures } of written.contract)
      for (const name of ['same twice', 'spans in order', 'counts exact', 'more at a higher rate', 'idempotent'])
        expect(measures[name]?.share ?? 1).toBe(1)
    expect(written.contract.map(({ engine }) => engine)).toContain('lossless stage')
  })

  it('draws a plot for each measure of each set', () => {
    const files = readdirSync(plots)
    expect(files).toContain('traces-exceptions.svg')
    expect(files).toContain('language-german-answers.svg')
    for (const file of files) expect(readFileSync(join(plots, file), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s)
  })
})

it('says what it does not understand', async () => {
  expect(() => readQualityOptions(['--parts', 'poems'])).toThrow('There is no "poems"')
  expect(() => readQualityOptions(['--sample', '0'])).toThrow('--sample takes a whole number from 1 on.')
  expect(() => readQualityOptions(['--models', 'folder'])).toThrow('--models needs the folder of data.')
  await expect(
    run(process.execPath, [join(import.meta.dirname, '..', '..', '..', 'bench', 'engines', 'main.ts'), '--fast']),
  ).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining("Unknown option '--fast'"),
  })
}, 60_000)
