// The bill: what sessions cost and what the model still sees, with the service between client and provider, with what others
// do, and with nothing. Run: npm run eval:bill -- [DATA] [options]

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithClosedOutput } from '../../bin/closed-output.ts'
import { namesIn } from '../../bin/option-values.ts'
import { sayingFaults } from '../../bin/usage-fault.ts'
import {
  compactionModes,
  defaultFileReads,
  defaultObservations,
  fileReadRules,
  observationRules,
} from '../../core/access/policy.ts'
import { defined } from '../../core/collections/defined.ts'
import { counted } from '../../core/text/counted.ts'
import { type Conditions, compare } from './comparison.ts'
import { benchCompressor } from './engine.ts'
import { type FrontierPoint, frontierOf, frontierSvg, frontierText } from './frontier.ts'
import { leftOutCompressors } from './left-out.ts'
import { type BillOptions, billUsage, readBillOptions } from './options.ts'
import { partRows, partsText } from './parts.ts'
import { providers } from './providers.ts'
import { readRules } from './read-rules.ts'
import { runRecorded } from './recorded/main.ts'
import { recordedUsage } from './recorded/options.ts'
import { rowsSvg, rowsText, summaryText, type TitledRows } from './report.ts'
import { runSearch } from './search/main.ts'
import { searchUsage } from './search/options.ts'
import type { Strategy } from './session-run.ts'
import { type SessionSet, sessionSet } from './sets.ts'
import { clairvoyant } from './strategies/clairvoyant.ts'
import { throughThePipeline } from './strategies/pipeline.ts'
import { byRule, rivals } from './strategies/rivals.ts'

/** The promise: no session costs more than this share above direct, wherever it ends. */
const mostAbove = 0.01

const all: Readonly<Record<string, Strategy>> = {
  ...Object.fromEntries(compactionModes.map((mode) => [mode, throughThePipeline(mode)])),
  ...Object.fromEntries(
    fileReadRules
      .filter((rule) => rule !== defaultFileReads)
      .map((rule) => [`reads-${rule}`, throughThePipeline('repeated', { fileReads: rule })]),
  ),
  ...Object.fromEntries(
    observationRules
      .filter((rule) => rule !== defaultObservations)
      .map((rule) => [`observations-${rule}`, throughThePipeline('repeated', { observations: rule })]),
  ),
  clairvoyant: clairvoyant('lossless'),
  'clairvoyant arrival': clairvoyant('mild'),
  cautious: clairvoyant('lossless', mostAbove),
  'cautious arrival': clairvoyant('mild', mostAbove),
  ...Object.fromEntries(Object.entries(rivals).map(([name, rule]) => [name, byRule(rule)])),
}

/** Those that were asked for. */
const strategiesOf = ({ strategies: names }: BillOptions): Readonly<Record<string, Strategy>> => {
  const known = Object.keys(all)
  const chosen = namesIn(names, known, known)
  return Object.fromEntries(Object.entries(all).filter(([name]) => chosen.includes(name)))
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Keeps what was measured, where it was asked for. */
const keeper = (out: string | undefined): ((file: string, content: string) => void) => {
  if (out !== undefined) mkdirSync(out, { recursive: true })
  return (file, content) => {
    if (out !== undefined) writeFileSync(join(out, file), content)
  }
}

type Keep = ReturnType<typeof keeper>

/** What a set is measured with. */
interface Measured {
  readonly name: string
  readonly title: string
  readonly provider: Conditions['provider']
}

/** The providers that were asked for, or the one that each session was recorded with. */
const measuredWith = ({ providerOf }: SessionSet, { providers: names }: BillOptions): readonly Measured[] =>
  providerOf === undefined
    ? names.map((name) => ({ name, title: providers[name].title, provider: providers[name] }))
    : [{ name: 'recorded', title: 'Each with its own model', provider: providerOf }]

const titleOf = ({ title, sessions }: SessionSet, measured: Measured, { seeds }: BillOptions): string =>
  `${title} (${counted(sessions.length, 'session')}, ${counted(seeds.length, 'order of pauses', 'orders of pauses')}). ${measured.title}`

const tableOf = async (
  set: SessionSet,
  measured: Measured,
  options: BillOptions,
  keep: Keep,
): Promise<TitledRows[]> => {
  const { name, provider } = measured
  const { budget, leaveOut } = options
  const compressor = leaveOut === undefined ? benchCompressor(budget) : leftOutCompressors(leaveOut, budget)
  const { seeds, pauses, reads = 'superseded' } = options
  const wording = defined({ wording: options.wording ?? set.wording })
  const conditions = { provider, compressor, reads, seeds, pauses, ...wording }
  const rows = await compare(set.sessions, strategiesOf(options), conditions)
  const title = titleOf(set, measured, options)
  print(rowsText(title, rows))
  keep(`bill-${set.name}-${name}.json`, `${JSON.stringify({ title, reads, rows }, undefined, 2)}\n`)
  keep(`bill-${set.name}-${name}.svg`, rowsSvg(`${set.title}, ${name}`, rows))
  return [{ title: `${set.title}, ${name}`, rows }]
}

const curvesOf = async (
  set: SessionSet,
  measured: Measured,
  options: BillOptions,
  keep: Keep,
): Promise<TitledRows[]> => {
  const { name, provider } = measured
  const points: FrontierPoint[] = []
  const rules = options.reads === undefined ? readRules : [options.reads]
  for await (const point of frontierOf(set, provider, rules, options)) points.push(point)
  const title = titleOf(set, measured, options)
  print(frontierText(title, points))
  keep(`frontier-${set.name}-${name}.json`, `${JSON.stringify({ title, points }, undefined, 2)}\n`)
  for (const group of ['all', 'aged'] as const)
    keep(`frontier-${set.name}-${name}-${group}.svg`, frontierSvg(`${set.title}, ${name}`, points, group))
  return []
}

const partsOf = async (set: SessionSet, measured: Measured, options: BillOptions): Promise<TitledRows[]> => {
  const { seeds, pauses } = options
  const conditions = { provider: measured.provider, compressor: benchCompressor(), seeds, pauses }
  const rows = await partRows(set.sessions, throughThePipeline('repeated'), { ...conditions, reads: 'superseded' })
  print(partsText(titleOf(set, measured, options), rows))
  return []
}

const run = async (options: BillOptions): Promise<void> => {
  const keep = keeper(options.out)
  if (options.folder === undefined) print(`No folder of data was given: the runs are made up.\n\n${billUsage}\n`)
  const all: TitledRows[] = []
  for (const setName of options.sets) {
    const set = sessionSet(options.folder, setName, options)
    for (const measured of measuredWith(set, options))
      all.push(
        ...(await (options.parts ? partsOf : options.frontier ? curvesOf : tableOf)(set, measured, options, keep)),
      )
  }
  if (all.length > 1) print(summaryText(all))
}

const usage = [billUsage, searchUsage, recordedUsage].join('\n\n')

endWithClosedOutput()
await sayingFaults(usage, async () => {
  const words = process.argv.slice(2)
  const begins = (option: string): boolean => words.some((word) => word.startsWith(option))
  if (begins('--search')) {
    if (await runSearch(words, print)) process.exitCode = 1
  } else if (begins('--requests')) {
    if (await runRecorded(words, print)) process.exitCode = 1
  } else {
    const options = readBillOptions(words)
    if (options === undefined) print(usage)
    else await run(options)
  }
})
