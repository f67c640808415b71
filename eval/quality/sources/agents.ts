// Recorded runs of agents, each kind with the part of it that no engine was made on; made up where there are none.

import { businessRuns, type Corpus, codingRuns, dialogueRuns, newServiceRuns } from '../../../testkit/data/corpora.ts'
import { isDevelopment, isTuningServiceRun } from '../../../testkit/data/splits.ts'
import { digestOf } from '../../../testkit/data/transcripts.ts'
import { madeUpRuns } from '../../cost/sessions/made-up.ts'
import { referencesOf } from '../../measures/forward-references.ts'
import { engineWithout } from '../../measures/ranker-folds.ts'
import type { QualitySet, Shortener } from '../quality-set.ts'
import { type AgentRuns, agentSet } from '../sets/agents.ts'
import { type Choice, isSampled, madeUp, read } from './choice.ts'

const resultsIn = (corpora: readonly Corpus[], most: number): string[] =>
  corpora.flatMap(({ runs }) => runs.flatMap(({ results }) => results.map(({ text }) => text))).slice(0, most)

const textsForWords = 2_000
const bars = (all: readonly [number, number], aged?: readonly [number, number]): AgentRuns['bars'] =>
  ([0.5, 0.7] as const).flatMap((point, at) => [
    { measure: 'all', point, value: all[at] ?? 0 },
    ...(aged === undefined ? [] : [{ measure: 'aged', point, value: aged[at] ?? 0 }]),
  ])
const inForm = ['JSON parses', 'in place, of alive', 'error lines'].map(
  (measure) => ({ measure, point: 'every', value: 100 }) as const,
)

const business = ({ folder, every }: Choice): readonly QualitySet[] => {
  if (read(folder, 'transcripts', 'customer-service.jsonl.gz') === undefined || folder === undefined) return []
  const isChosen = isSampled(every)
  const others = resultsIn(
    businessRuns(folder, (run) => isTuningServiceRun(run) && digestOf(run.id) % 16 === 0),
    textsForWords,
  )
  return businessRuns(folder, (run) => !isTuningServiceRun(run) && isChosen(run)).map(({ name, runs }) =>
    agentSet({
      name,
      source: `customer service, ${name}`,
      notes: ['Runs that no threshold was set on and no forest saw; both saw others of the same service.'],
      runs,
      others,
      bars: [...bars([97, 92]), ...inForm],
    }),
  )
}

const dialogues = ({ folder, every }: Choice): readonly QualitySet[] => {
  if (read(folder, 'transcripts', 'schema-guided-dev.jsonl.gz') === undefined || folder === undefined) return []
  const isChosen = isSampled(4 * every)
  const others = resultsIn([dialogueRuns(folder, ({ id }) => digestOf(`sample ${id}`) % 32 === 1)], textsForWords)
  const setOf = (name: string, runs: Corpus['runs'], note: string): QualitySet =>
    agentSet({
      name,
      source: 'schema-guided dialogues, one in four',
      notes: [`Nothing that ships was made on them: many services, each with its own schema. ${note}`],
      runs,
      others,
      bars: [...bars([97, 92]), ...inForm],
    })
  const all = setOf(
    'dialogues',
    dialogueRuns(folder, isChosen).runs,
    'The forest of JSON saw other dialogues, with some of these services.',
  )
  if (read(folder, 'transcripts', 'schema-guided-train.jsonl.gz') === undefined) return [all]
  const { runs } = newServiceRuns(folder, isChosen)
  return [all, setOf('dialogues-new', runs, 'The forest of JSON saw none of these services.')]
}

const learnedWithout = (models: string, corpora: readonly Corpus[]): Shortener => {
  const engines = new Map(
    corpora.flatMap(({ name, runs }) => {
      const engine = engineWithout(models, name)
      return runs.flatMap(({ results }) => results.map((block) => [block, engine] as const))
    }),
  )
  return {
    name: 'adeline-1, unseen repository',
    by: 'budget',
    engineFor: (block) => {
      const engine = engines.get(block)
      if (engine === undefined) throw new Error('A result of no known repository.')
      return engine
    },
  }
}

const coding = ({ folder, every, models }: Choice): readonly QualitySet[] => {
  if (read(folder, 'transcripts', 'swe-bench-runs.jsonl.gz') === undefined || folder === undefined) return []
  const isChosen = isSampled(every)
  const isUnseen = models === undefined ? isDevelopment : () => true
  const corpora = codingRuns(folder, (run) => isUnseen(run) && isChosen(run))
  const seen = codingRuns(folder, (run) => !isDevelopment(run) && digestOf(run.id) % 32 === 0)
  return [
    agentSet({
      name: 'coding',
      source: 'coding agents',
      notes: [
        models === undefined
          ? 'Runs that the forest never saw, one in ten of each repository; it saw others of the same repositories.'
          : 'All runs, each repository by the forest that never saw it.',
      ],
      runs: corpora.flatMap(({ runs }) => runs),
      others: resultsIn(seen, textsForWords),
      bars: [...bars([90, 78], [88, 75]), ...inForm],
      ...(models === undefined ? {} : { learned: learnedWithout(models, corpora) }),
    }),
  ]
}

const madeUpAgents = (): readonly QualitySet[] => {
  const runs = madeUpRuns()
    .filter((_, at) => at % 2 === 0)
    .map(referencesOf)
  const others = resultsIn([{ name: '', runs: runs.slice(0, 4) }], textsForWords)
  return [agentSet({ name: 'made-up', source: madeUp, notes: [], runs: runs.slice(4), others, bars: inForm })]
}

/** Runs of agents of every kind that the folder has; made up where it has none. */
export const agents = (choice: Choice): readonly QualitySet[] => {
  const recorded = [...business(choice), ...dialogues(choice), ...coding(choice)]
  return recorded.length > 0 ? recorded : madeUpAgents()
}
