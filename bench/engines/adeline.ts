// Measures adeline-1 on recorded agent runs: which values that later turns copy out of tool results are still there, beside
// the baselines at the same share of tokens; whether JSON parses and values stand in their places; failures; speed.
// Run: node bench/engines/adeline.ts DATA [--tuning]. DATA holds transcripts/, traces/ and json/, each part optional.

import { isBound, staysJson, tapeOf } from './binding.ts'
import { businessRuns, type Corpus, codingRuns, together } from './corpora.ts'
import { errorLines, stackTraces, webhooks } from './failures.ts'
import { shareOf, type Tally } from './intervals.ts'
import { speed } from './speed.ts'
import { groupNames, isAlive, survivorsOf } from './survival.ts'
import { atRemoval, baselinesAt, byItself, type Measured, measured, type System, whitespaceOnly } from './systems.ts'

const [folder, ...flags] = process.argv.slice(2)
const tuning = flags.includes('--tuning')
if (folder === undefined) {
  process.stderr.write(
    'Give the folder that holds transcripts/customer-service.jsonl.gz, transcripts/swe-bench-runs.jsonl.gz,\n' +
      'traces/java-stack-traces.jsonl.gz and json/github-webhooks.tar.gz. Nothing was measured.\n',
  )
  process.exit(1)
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const percent = (share: number): string => (Number.isNaN(share) ? '   – ' : (100 * share).toFixed(1).padStart(5))
const interval = (tallies: readonly Tally[]): string => {
  const { share, low, high } = shareOf(tallies)
  return `${percent(share)} [${percent(low).trim()}, ${percent(high).trim()}]`.padEnd(21)
}

const heading = `${''.padEnd(28)} removed  ${groupNames.map((name) => name.padEnd(21)).join('')}${'bound, of alive'.padEnd(21)}JSON parses`

const report = (corpus: Measured, { name, removed, keptAt }: System): void => {
  const groups = groupNames.map((group) =>
    interval(corpus.runs.map(({ references }) => survivorsOf(references, keptAt, group))),
  )
  const tapes = new Map(corpus.blocks.map((block) => [block, tapeOf(block)]))
  const bound = corpus.runs.map(({ references }): Tally => {
    const alive = references.filter((reference) => isAlive(reference, keptAt, () => true))
    const inPlace = alive.filter((reference) =>
      isAlive(reference, keptAt, (carrier) => {
        const spans = keptAt(carrier.block, reference.usedAt)
        return isBound(carrier, tapes.get(carrier.block), spans)
      }),
    )
    return [alive.length, inPlace.length]
  })
  const valid = corpus.runs.map(({ results }): Tally => {
    const values = results.filter((block) => tapes.get(block) !== undefined)
    return [values.length, values.filter((block) => staysJson(block, keptAt(block, block.message + 1))).length]
  })
  print(`${name.padEnd(28)} ${percent(removed)} %  ${groups.join('')}${interval(bound)}${interval(valid)}`)
}

const measure = (corpus: Corpus): void => {
  const all = measured(corpus)
  const references = corpus.runs.reduce((sum, run) => sum + run.references.length, 0)
  print(
    `${corpus.name}: ${corpus.runs.length} runs, ${all.blocks.length} results, ${all.total} tokens, ${references} references`,
  )
  print(heading)
  const own = byItself(all)
  report(all, own)
  report(all, whitespaceOnly(all))
  for (const removal of [0.3, 0.5, 0.7]) {
    const engine = atRemoval(all, removal)
    report(all, engine)
    print(`  ${errorLines(all.blocks, (block) => engine.keptAt(block, 0))}`)
    for (const baseline of baselinesAt(all, engine.removed)) report(all, { ...baseline, name: `  ${baseline.name}` })
  }
  print(`own rate: ${errorLines(all.blocks, (block) => own.keptAt(block, 0))}\n`)
}

const part = (run: () => void): void => {
  try {
    run()
  } catch (error) {
    print(`left out: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

print(`${tuning ? 'Runs and repositories it was tuned on' : 'Runs and repositories it was not tuned on'}; in % of`)
print(
  'references, with 95 % intervals by run. A reference is bound if it stands under its own keys, or in its whole line.\n',
)
part(() => {
  for (const corpus of businessRuns(folder, tuning)) measure(corpus)
})
part(() => {
  const repositories = codingRuns(folder, tuning)
  measure(together('coding agents', repositories))
  for (const corpus of repositories) {
    const all = measured(corpus)
    print(`${corpus.name}: ${corpus.runs.length} runs`)
    for (const removal of [0.5, 0.7]) report(all, atRemoval(all, removal))
  }
  print('')
})
part(() => print(stackTraces(folder)))
part(() => print(webhooks(folder)))
part(() => print(speed(folder)))
