// How deep the engine may go into each kind of text: references that are left at each budget, by source. No source but the
// demos is without runs that a forest or a threshold was made on; those were made by another agent, on other tasks.
// Run: npm run eval:kinds -- DATA [--sample N]

import { parseArgs } from 'node:util'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { digestOf, readTranscripts } from '../../testkit/data/transcripts.ts'
import { aligned } from '../../testkit/report/table.ts'
import { type KindRow, kindRows, points } from './kind-rows.ts'

const usage = `npm run eval:kinds -- DATA [--sample N]

  DATA        folder with transcripts/customer-service, schema-guided-dev, swe-bench-runs and swe-agent-demos (.jsonl.gz)
  --sample N  one in N runs of each source but the demos`

/** Sources by file, and how many runs of each are as many texts as those of the others. */
const sources: readonly (readonly [name: string, every: number])[] = [
  ['customer-service', 1],
  ['schema-guided-dev', 4],
  ['swe-bench-runs', 1],
  ['swe-agent-demos', 0],
]

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1))

const linesOf = (row: KindRow): string[][] => {
  const { source, kind, texts, tokens, references, soleReferences, left } = row
  const head = [source, kind, String(texts), String(references), String(soleReferences)]
  return [
    [...head, 'removed', ...left.map((one) => percent(tokens - one.tokens, tokens))],
    ['', '', '', '', '', 'all', ...left.map((one) => percent(one.references, references))],
    ['', '', '', '', '', 'sole', ...left.map((one) => percent(one.soleReferences, soleReferences))],
  ]
}

const run = (words: readonly string[]): void => {
  const { values, positionals } = orUsageFault(() =>
    parseArgs({ args: [...words], allowPositionals: true, options: { sample: { type: 'string', default: '1' } } }),
  )
  const [folder, ...rest] = positionals
  const sample = Number(values.sample)
  if (folder === undefined || rest.length > 0 || !Number.isSafeInteger(sample) || sample < 1)
    throw new UsageFault('Give one folder of data, and a whole number from 1 on if any.')
  const rows = sources.flatMap(([source, every]) =>
    kindRows(
      source,
      readTranscripts(folder, source).filter(
        ({ id }) => digestOf(`kinds ${id}`) % Math.max(1, sample * every) === 0 || every === 0,
      ),
    ),
  )
  const head = ['source', 'kind', 'texts', 'references', 'sole', 'percent', ...points.map(String)]
  process.stdout.write(`${aligned([head, ...rows.flatMap(linesOf)], 2).join('\n')}\n`)
}

try {
  run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof UsageFault ? `${error.message}\n\n${usage}` : String(error)}\n`)
  process.exitCode = error instanceof UsageFault ? 2 : 1
}
