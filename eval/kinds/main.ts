// How deep the engine may go into each kind of text: references that are left at each budget, by source. No source but the
// demos is without runs that a forest or a threshold was made on; those were made by another agent, on other tasks.
// Or, with the forests that training made without each source: how an engine fares on an agent that it never saw.
// Run: npm run eval:kinds -- DATA [--sample N] [--whole-for N] [--leave-out FOLDER [--by-kind]]

import { parseArgs } from 'node:util'
import { endWithClosedOutput } from '../../bin/closed-output.ts'
import { orUsageFault, sayingFaults, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { adeline } from '../../compressor/engines/adeline/editions.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import { digestOf, readTranscripts } from '../../testkit/data/transcripts.ts'
import { percent } from '../../testkit/report/statistics.ts'
import { aligned } from '../../testkit/report/table.ts'
import { type KindRow, kindRows } from './kind-rows.ts'
import { type LeftOutRow, leftOutRows } from './left-out.ts'
import { points } from './points.ts'
import { sourcesLeftOut } from './sources-left-out.ts'

const usage = `npm run eval:kinds -- DATA [options]

${optionsText({
  DATA: 'folder that holds transcripts/ with customer-service, schema-guided-dev, swe-bench-runs and swe-agent-demos (.jsonl.gz)',
  '--by-kind': 'with --leave-out: each kind of text of each source, at each budget',
  '--sample N': 'one in N runs of each source but the demos',
  '--whole-for N': 'answers for which a text stays whole before a budget for all texts (0)',
  '--leave-out FOLDER':
    'each source by an engine that never saw it, out of the forests that training/adeline/run.sh wrote to FOLDER',
})}`

/** Sources by file, and how many runs of each are as many texts as those of the others. */
const sources: readonly (readonly [name: string, every: number])[] = [
  ['customer-service', 1],
  ['schema-guided-dev', 4],
  ['swe-bench-runs', 1],
  ['swe-agent-demos', 0],
]

/** Whether a run is one in so many; in no part of them, all are. */
const isSampled =
  (every: number) =>
  ({ id }: { readonly id: string }): boolean =>
    every === 0 || digestOf(`kinds ${id}`) % every === 0

const linesOf = (row: KindRow): string[][] => {
  const { source, kind, texts, tokens, references, soleReferences, left } = row
  const head = [source, kind, String(texts), String(references), String(soleReferences)]
  return [
    [...head, 'removed', ...left.map((one) => percent((tokens - one.tokens) / tokens))],
    ['', '', '', '', '', 'all', ...left.map((one) => percent(one.references / references))],
    ['', '', '', '', '', 'sole', ...left.map((one) => percent(one.soleReferences / soleReferences))],
  ]
}

const leftOutLinesOf = (row: LeftOutRow): string[] => {
  const { source, point, texts, references, soleReferences, removed, engine, oldest, chance } = row
  const kept = [engine, oldest, chance].flatMap(({ all, sole }) => [all, sole].map((one) => one.toFixed(1)))
  return [source, point, String(texts), String(references), String(soleReferences), percent(removed), ...kept]
}

const print = (head: readonly string[], rows: readonly (readonly string[])[]): void => {
  process.stdout.write(`${aligned([head, ...rows], 2).join('\n')}\n`)
}

const printKinds = (rows: readonly KindRow[]): void =>
  print(['source', 'kind', 'texts', 'references', 'sole', 'percent', ...points.map(String)], rows.flatMap(linesOf))

const kindsOf = (folder: string, sample: number, whole: number): void => {
  const measure = { engine: adeline, whole }
  printKinds(
    sources.flatMap(([source, every]) =>
      kindRows(source, readTranscripts(folder, source).filter(isSampled(sample * every)), measure),
    ),
  )
}

const kindsLeftOut = (folder: string, models: string, sample: number, whole: number): void => {
  const leftOut = [...sourcesLeftOut(folder, models, isSampled(sample))]
  printKinds(leftOut.flatMap(({ source, runs, engine }) => kindRows(source, runs, { engine, whole })))
}

const leaveOut = (folder: string, models: string, sample: number): void => {
  const systems = ['engine', 'oldest dropped', 'lines by chance'].flatMap((name) => [name, 'sole'])
  const rows = [...sourcesLeftOut(folder, models, isSampled(sample))].flatMap(leftOutRows)
  print(['left out', 'point', 'texts', 'references', 'sole', 'removed', ...systems], rows.map(leftOutLinesOf))
}

const run = (words: readonly string[]): void => {
  const { values, positionals } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      allowPositionals: true,
      options: {
        sample: { type: 'string', default: '1' },
        'whole-for': { type: 'string', default: '0' },
        'leave-out': { type: 'string' },
        'by-kind': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const [folder, ...rest] = positionals
  const [sample, whole] = [Number(values.sample), Number(values['whole-for'])]
  const areWhole = Number.isSafeInteger(sample) && sample > 0 && Number.isSafeInteger(whole) && whole >= 0
  if (folder === undefined || rest.length > 0 || !areWhole)
    throw new UsageFault('Give one folder of data; --sample takes a whole number from 1 on, --whole-for one from 0 on.')
  const models = values['leave-out']
  if (models === undefined) kindsOf(folder, sample, whole)
  else if (values['by-kind']) kindsLeftOut(folder, models, sample, whole)
  else leaveOut(folder, models, sample)
}

endWithClosedOutput()
await sayingFaults(usage, () => run(process.argv.slice(2)))
