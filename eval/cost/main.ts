// The bill: what sessions cost and what the model still sees, with the service between client and provider, with what others
// do, and with nothing. Run: npm run eval:bill -- [DATA] [options]

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageFault } from '../../bin/usage-fault.ts'
import { compactionModes, defaultFileReads, fileReadRules } from '../../core/access/policy.ts'
import { compare } from './comparison.ts'
import { benchCompressor } from './engine.ts'
import { type FrontierPoint, frontierOf, frontierSvg, frontierText } from './frontier.ts'
import { type BillOptions, billUsage, chosen, readBillOptions } from './options.ts'
import { type ProviderName, providers } from './providers.ts'
import { readRules } from './read-rules.ts'
import { rowsSvg, rowsText } from './report.ts'
import { runSearch } from './search/main.ts'
import { searchUsage } from './search/options.ts'
import type { Strategy } from './session-run.ts'
import { type SessionSet, sessionSet } from './sets.ts'
import { clairvoyant } from './strategies/clairvoyant.ts'
import { throughThePipeline } from './strategies/pipeline.ts'
import { byRule, rivals } from './strategies/rivals.ts'

const all: Readonly<Record<string, Strategy>> = {
  ...Object.fromEntries(compactionModes.map((mode) => [mode, throughThePipeline(mode)])),
  ...Object.fromEntries(
    fileReadRules
      .filter((rule) => rule !== defaultFileReads)
      .map((rule) => [`reads-${rule}`, throughThePipeline('repeated', { fileReads: rule })]),
  ),
  observations: throughThePipeline('repeated', { observations: 'results' }),
  clairvoyant,
  ...Object.fromEntries(Object.entries(rivals).map(([name, rule]) => [name, byRule(rule)])),
}

/** Those that were asked for. */
const strategiesOf = ({ strategies: names }: BillOptions): Readonly<Record<string, Strategy>> => {
  if (names === undefined) return all
  return Object.fromEntries(Object.entries(all).filter(([name]) => chosen(names, Object.keys(all), []).includes(name)))
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

const titleOf = ({ title, sessions }: SessionSet, provider: ProviderName, { seeds }: BillOptions): string =>
  `${title} (${sessions.length} sessions, ${seeds.length} orders of pauses). ${providers[provider].title}`

const tableOf = async (set: SessionSet, name: ProviderName, options: BillOptions, keep: Keep): Promise<void> => {
  const compressor = benchCompressor(options.budget)
  const { seeds, pauses, inText, reads = 'superseded' } = options
  const rows = await compare(set.sessions, strategiesOf(options), {
    provider: providers[name],
    compressor,
    reads,
    seeds,
    pauses,
    inText,
  })
  const title = titleOf(set, name, options)
  print(rowsText(title, rows))
  keep(`bill-${set.name}-${name}.json`, `${JSON.stringify({ title, reads, rows }, undefined, 2)}\n`)
  keep(`bill-${set.name}-${name}.svg`, rowsSvg(`${set.title}, ${name}`, rows))
}

const curvesOf = async (set: SessionSet, name: ProviderName, options: BillOptions, keep: Keep): Promise<void> => {
  const points: FrontierPoint[] = []
  const rules = options.reads === undefined ? readRules : [options.reads]
  for await (const point of frontierOf(set, providers[name], rules, options)) points.push(point)
  const title = titleOf(set, name, options)
  print(frontierText(title, points))
  keep(`frontier-${set.name}-${name}.json`, `${JSON.stringify({ title, points }, undefined, 2)}\n`)
  for (const group of ['all', 'aged'] as const)
    keep(`frontier-${set.name}-${name}-${group}.svg`, frontierSvg(`${set.title}, ${name}`, points, group))
}

const run = async (options: BillOptions): Promise<void> => {
  const keep = keeper(options.out)
  if (options.folder === undefined) print(`No folder of data was given: the runs are made up.\n\n${billUsage}\n`)
  for (const setName of options.sets) {
    const set = sessionSet(options.folder, setName, options)
    for (const provider of options.providers)
      await (options.frontier ? curvesOf : tableOf)(set, provider, options, keep)
  }
}

const usage = `${billUsage}\n\n${searchUsage}`

try {
  const words = process.argv.slice(2)
  if (words.some((word) => word.startsWith('--search'))) {
    if (await runSearch(words, print)) process.exitCode = 1
  } else {
    const options = readBillOptions(words)
    if (options === undefined) print(usage)
    else await run(options)
  }
} catch (error) {
  process.stderr.write(`${error instanceof UsageFault ? `${error.message}\n\n${usage}` : String(error)}\n`)
  process.exitCode = 1
}
