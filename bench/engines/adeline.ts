// Measures adeline-1 on recorded agent runs: which values that later turns copy out of tool results are still there, beside
// the rules alone and the baselines at the same share of tokens; whether JSON parses and values stand in their places;
// failures; speed. Run: node bench/engines/adeline.ts DATA [--models FOLDER]. DATA holds transcripts/, traces/ and json/, each
// part optional. FOLDER holds what training/adeline made: with it, each repository meets the forest that never saw it.

import { adeline, adelineByRules } from '../../compressor/engines/adeline/editions.ts'
import { isBound, staysJson, tapeOf } from './binding.ts'
import { businessRuns, type Corpus, codingRuns, developmentPart, together } from './corpora.ts'
import { errorLines, stackTraces, webhooks } from './failures.ts'
import { shareOf, type Tally } from './intervals.ts'
import { engineWithout } from './ranker-folds.ts'
import { speed } from './speed.ts'
import { groupNames, isAlive, survivorsOf } from './survival.ts'
import {
  atRemoval,
  baselinesAt,
  byItself,
  type Contender,
  type Measured,
  measured,
  type System,
  whitespaceOnly,
} from './systems.ts'

const [folder, flag, models] = process.argv.slice(2)
if (folder === undefined || (flag !== undefined && (flag !== '--models' || models === undefined))) {
  process.stderr.write(
    'Give the folder that holds transcripts/customer-service.jsonl.gz, transcripts/swe-bench-runs.jsonl.gz,\n' +
      'traces/java-stack-traces.jsonl.gz and json/github-webhooks.tar.gz; and, if you trained, --models FOLDER.\n' +
      'Nothing was measured.\n',
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

const rules: Contender = { name: 'rules alone', engineFor: () => adelineByRules }

const shipped: Contender = { name: 'adeline-1', engineFor: () => adeline }

/** The learned engine for repositories: the one that ships, or for each repository the one that never saw it. */
const learnedFor = (corpora: readonly Corpus[]): Contender => {
  if (models === undefined) return shipped
  const engines = new Map(
    corpora.flatMap(({ name, runs }) => {
      const engine = engineWithout(models, name)
      return runs.flatMap(({ results }) => results.map((block) => [block, engine] as const))
    }),
  )
  return { name: 'adeline-1', engineFor: (block) => engines.get(block) ?? adeline }
}

const measure = (corpus: Corpus, learned: Contender, removals: readonly number[], isWhole: boolean): void => {
  const all = measured(corpus)
  const references = corpus.runs.reduce((sum, run) => sum + run.references.length, 0)
  print(
    `${corpus.name}: ${corpus.runs.length} runs, ${all.blocks.length} results, ${all.total} tokens, ${references} references`,
  )
  print(heading)
  for (const contender of [learned, rules]) {
    const own = byItself(all, contender)
    report(all, own)
    if (isWhole) print(`  ${errorLines(all.blocks, (block) => own.keptAt(block, 0))}`)
  }
  if (isWhole) report(all, whitespaceOnly(all))
  for (const removal of removals) {
    const engine = atRemoval(all, learned, removal)
    report(all, engine)
    if (isWhole) print(`  ${errorLines(all.blocks, (block) => engine.keptAt(block, 0))}`)
    report(all, atRemoval(all, rules, removal))
    if (!isWhole) continue
    for (const baseline of baselinesAt(all, engine.removed)) report(all, { ...baseline, name: `  ${baseline.name}` })
  }
  print('')
}

const part = (run: () => void): void => {
  try {
    run()
  } catch (error) {
    print(`left out: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

print(
  models === undefined
    ? 'Coding agents: development runs, which the forest that ships never saw, though other runs of their repositories.'
    : 'Coding agents: all runs, each repository by the forest that never saw it.',
)
print('Business JSON: all runs; the forest learned from none of them, and leaves JSON to the rules.')
print('In % of references, with 95 % intervals by run. Bound: under its own keys, or in its whole line.\n')

const chosen = (corpora: readonly Corpus[]): readonly Corpus[] =>
  models === undefined ? corpora.map(developmentPart) : corpora

part(() => {
  for (const corpus of businessRuns(folder)) measure(corpus, shipped, [0.5, 0.7], true)
})
part(() => {
  const repositories = chosen(codingRuns(folder))
  const learned = learnedFor(repositories)
  measure(together('coding agents', repositories), learned, [0.5, 0.7], true)
  for (const corpus of repositories) measure(corpus, learned, [0.5, 0.7], false)
})
part(() => print(stackTraces(folder)))
part(() => print(webhooks(folder)))
part(() => print(speed(folder)))
