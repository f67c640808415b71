// The estimate over made-up session files: its sums are those of the bill, it asks before it reads, and it changes nothing.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { widthOf } from '../../../cli/terminal/terminal.ts'
import { NotUnderstood } from '../../../cli/world/faults.ts'
import { listPriceOf } from '../../../core/savings/list-prices.ts'
import { dollars } from '../../../dashboard/page/data/format.ts'
import { compare } from '../../../eval/cost/comparison.ts'
import { benchCompressor } from '../../../eval/cost/engine.ts'
import { sessionSet } from '../../../eval/cost/sets.ts'
import { throughThePipeline } from '../../../eval/cost/strategies/pipeline.ts'
import { estimate, summaryOf } from '../../../eval/estimate/estimate.ts'
import { deletionsOf } from '../../../eval/estimate/played/deletions.ts'
import { savedShare } from '../../../eval/estimate/played/tally.ts'
import { adviceOf } from '../../../eval/estimate/report/advice.ts'
import { reportLines } from '../../../eval/estimate/report/lines.ts'
import { pageOf } from '../../../eval/estimate/report/page.ts'
import type { Summary } from '../../../eval/estimate/report/summary.ts'
import { sessionFiles, sessionFolders } from '../../../eval/estimate/sessions/find-files.ts'
import { cliWorld } from '../../../testkit/cli-world.ts'
import { claudeCodeFile, madeUpSteps, writeSessionFiles } from '../../../testkit/session-files.ts'

const home = mkdtempSync(join(tmpdir(), 'estimate-'))
const filesOf = (folder: string) => sessionFiles(sessionFolders(folder, {}))
let summary: Summary

beforeAll(async () => {
  writeSessionFiles(home, 400_000, 1)
  summary = await summaryOf(filesOf(home), { threads: 0 })
}, 60_000)
afterAll(() => rmSync(home, { recursive: true }))

const everything = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? name : `${name} ${statSync(path).mtimeMs} ${readFileSync(path, 'base64')}`
    })

const given = (options: Record<string, string | true>) => ({ options, words: [], rest: [], json: false })

describe('an estimate', () => {
  it('has the sums of eval:bill on the same sessions', async () => {
    const set = sessionSet(home, 'files', { sessions: 1_000, unseenOnly: false })
    const modes = { repeated: throughThePipeline('repeated'), arrival: throughThePipeline('arrival') }
    if (set.providerOf === undefined) throw new Error('Session files name their models.')
    const rows = await compare(set.sessions, modes, {
      provider: set.providerOf,
      compressor: benchCompressor(),
      reads: 'superseded',
      seeds: [1],
      pauses: 'mixed',
    })
    expect(set.sessions).toHaveLength(summary.total.sessions)
    for (const mode of ['repeated', 'arrival'] as const) {
      const row = rows.find(({ strategy }) => strategy === mode)
      expect(row?.saved).toBeCloseTo(savedShare(summary.total, mode), 10)
    }
    expect(summary.total.amounts.direct.effective).toBeGreaterThan(summary.total.amounts.repeated.effective)
  }, 60_000)

  it('adds projects up to the total, in tokens and money, and plays all bytes', () => {
    const tallies = [...summary.projects.values()]
    expect(tallies.length).toBeGreaterThan(2)
    for (const name of ['direct', 'repeated', 'arrival'] as const) {
      const sum = tallies.reduce((dollars, { amounts }) => dollars + amounts[name].dollars, 0)
      expect(sum).toBeCloseTo(summary.total.amounts[name].dollars, 8)
    }
    expect(summary.total.amounts.direct.dollars).toBeGreaterThan(0)
    expect(summary.bytes.played).toBeCloseTo(summary.bytes.found, 3)
    expect(summary.failed).toEqual([])
  })

  it('counts within a tenth of what the providers counted', () => {
    const { provider, simulated } = summary.total.counted
    expect(Math.abs(simulated / provider - 1)).toBeLessThan(0.1)
  })

  it('fits a terminal of 80 columns', () => {
    const lines = reportLines({
      ...summary,
      faults: { broken: 12, enormous: 1, cut: 2 },
      unreadable: ['EACCES'],
      bytes: { found: 4 * summary.bytes.found, played: summary.bytes.played },
    })
    const whole = dollars(4 * summary.total.amounts.direct.dollars)
    expect(lines.join('\n')).toContain(`If the rest is like it: without us ${whole}, repeated`)
    expect(lines.join('\n')).toContain('Sample: 25 % of the session files')
    expect(lines.filter((line) => widthOf(line) > 80)).toEqual([])
    expect(lines.join('\n')).toContain('12 lines are no JSON')
  })
})

describe('the command', () => {
  it('asks first, and reads nothing without consent', async () => {
    const world = cliWorld({ home })
    const asked: string[] = []
    const refuse = async (question: string): Promise<boolean> => {
      asked.push(question)
      return false
    }
    await expect(estimate(given({}), world, refuse)).rejects.toThrow('Nothing was read.')
    expect(asked[0]).toMatch(/^\d+ session files \(0\.\d MB\) .*nothing is sent anywhere/)
    world.close()
  })

  it('leaves every file as it was, and says what it found as JSON', async () => {
    const world = cliWorld({ home })
    const before = everything(home)
    const page = join(home, '..', `page-${process.pid}.html`)
    const { document, lines = [] } = await estimate(given({ yes: true, all: true, page }), { ...world, threads: 0 })
    expect(everything(home)).toEqual(before)
    expect(document).toMatchObject({ total: { requests: summary.total.requests }, failedSessions: 0 })
    expect(lines.at(-1)).toContain(page)
    expect(statSync(page).mode & 0o777).toBe(0o600)
    expect(readFileSync(page, 'utf8')).toContain('<del>')
    rmSync(page)
    world.close()
  }, 60_000)

  it('says where it looked when there are no files, and what it does not understand', async () => {
    const world = cliWorld()
    await expect(estimate(given({ yes: true }), world)).rejects.toThrow(/no session files .*\.claude\/projects/)
    await expect(estimate(given({ since: '1h' }), world)).rejects.toThrow(
      '--since is "1h", but must be days, such as 30d.',
    )
    await expect(estimate(given({ seconds: '2d' }), world)).rejects.toBeInstanceOf(NotUnderstood)
    world.close()
  })

  it('says why nothing was played: the fault, or that there is nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unplayed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeSessionFiles(folder, 1, 1)
    const world = { ...cliWorld({ home: folder }), threads: 0 }
    const { isWellFormed } = String.prototype
    onTestFinished(() => void Object.assign(String.prototype, { isWellFormed }))
    Object.assign(String.prototype, { isWellFormed: undefined })
    const all = given({ yes: true, all: true })
    await expect(estimate(all, world)).rejects.toThrow(/^No session could be played: ./)
    for (const { path } of filesOf(folder)) writeFileSync(path, '{}\n')
    // All were read before the time was up.
    for (const asked of [all, given({ yes: true })])
      await expect(estimate(asked, world)).rejects.toThrow('No session with a request was found.')
    world.close()
  })

  it('plays what it can of files that are damaged, and says what is left out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'damaged-'))
    writeSessionFiles(folder, 1, 1)
    const [file] = filesOf(folder)
    if (file === undefined) throw new Error('No file was written.')
    const text = claudeCodeFile(madeUpSteps(3, 1), 'other', '/src')
    writeFileSync(file.path, `{broken\n${readFileSync(file.path, 'utf8')}${text.slice(0, -20)}`)
    const damaged = await summaryOf(filesOf(folder), { threads: 0 })
    expect(damaged.faults).toEqual({ broken: 1, enormous: 0, cut: 1 })
    expect(reportLines(damaged)).toContain('1 line is no JSON and was left out.')
    expect(damaged.total.sessions).toBeGreaterThan(0)
    rmSync(folder, { recursive: true })
  })
})

describe('the page', () => {
  it('shows what goes where it stood, and turns nothing of a session into markup', () => {
    const [session] = summary.most
    if (session === undefined) throw new Error('Nothing was played.')
    const hostile = {
      ...session,
      project: '/src/<script>alert(1)</script>',
      steps: session.steps.map((step) =>
        'result' in step
          ? { ...step, result: `${step.result}\n</pre><img src=x onerror=alert(1)>\u202e\u001b[2J` }
          : step,
      ),
    }
    const deletions = deletionsOf(hostile, 50)
    expect(deletions.length).toBeGreaterThan(0)
    const page = pageOf(summary, deletions)
    for (const never of ['<script', '<img', '\u202e', '\u001b']) expect(page).not.toContain(never)
    expect(page.match(/<del>/g)?.length).toBeGreaterThan(2)
  })
})

describe('the advice', () => {
  const tally = (repeated: number, arrival: number) => ({
    amounts: {
      direct: { tokens: 0, dollars: 0, effective: 100 },
      repeated: { tokens: 0, dollars: 0, effective: 100 - repeated },
      arrival: { tokens: 0, dollars: 0, effective: 100 - arrival },
    },
  })
  it.each([
    [7, 3, 'repeated'],
    [7, 9, 'repeated'],
    [7, 11, 'arrival'],
    [0.5, 0.9, 'observe'],
    [-1, -2, 'observe'],
  ])('of %d %% in repeated and %d %% in arrival is %s', (repeated, arrival, mode) => {
    expect(adviceOf(tally(repeated, arrival)).mode).toBe(mode)
  })
})

it.each([
  ['claude-opus-4-5-20251101', 5],
  ['claude-opus-4-1-20250805', 15],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 3],
  ['claude-haiku-4-5-20251001', 1],
  ['gpt-5-codex', 1.25],
  ['gpt-5.4-mini', 0.75],
  ['gpt-5', 1.25],
  ['llama-4', undefined],
])('a million input tokens of %s cost %s dollars', (model, dollars) => {
  expect(listPriceOf(model)).toBe(dollars)
})
