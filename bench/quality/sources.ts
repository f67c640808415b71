// Where the sets come from: the folder of data, or, where a file is not there, what is made up. Says which part of the data is
// measured and why no engine has met it.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { madeUpRuns } from '../bill/made-up.ts'
import { businessRuns, type Corpus, codingRuns, dialogueRuns } from '../engines/corpora.ts'
import { referencesOf } from '../engines/forward-references.ts'
import { engineWithout } from '../engines/ranker-folds.ts'
import { isDevelopment, isTuningServiceRun } from '../engines/splits.ts'
import { paragraphsOf, readParagraphs } from '../engines/squad.ts'
import { digestOf } from '../engines/transcripts.ts'
import { madeUpArticles } from './made-up/articles.ts'
import { foreignTexts } from './made-up/foreign-texts.ts'
import { madeUpPayloads, madeUpTraces } from './made-up/structures.ts'
import type { QualitySet, Shortener } from './quality-set.ts'
import { type AgentRuns, agentSet } from './sets/agents.ts'
import { type ForeignText, languageSet } from './sets/languages.ts'
import { questionSets } from './sets/questions.ts'
import { type Named, payloadSet, traceSet } from './sets/structures.ts'

export interface Choice {
  /** Absent: everything is made up. */
  readonly folder?: string
  /** One in so many documents. */
  readonly every: number
  /** Holds a forest for each repository that never saw it: all coding runs can be measured. */
  readonly models?: string
}

const madeUp = 'made up; no evidence of what an engine keeps'

const isSampled =
  (every: number) =>
  ({ id }: { readonly id: string }): boolean =>
    digestOf(`sample ${id}`) % every === 0

/** One in five is not measured, so that baselines know words from elsewhere. */
const apart = <Item extends { readonly id: string; readonly text: string }>(items: readonly Item[]) => {
  const isOther = ({ id }: Item): boolean => digestOf(`words ${id}`) % 5 === 0
  return { measured: items.filter((item) => !isOther(item)), others: items.filter(isOther).map(({ text }) => text) }
}

const read = (folder: string | undefined, ...path: readonly string[]): Buffer | undefined => {
  if (folder === undefined) return undefined
  const file = join(folder, ...path)
  return existsSync(file) ? readFileSync(file) : undefined
}

const questions = ({ folder, every }: Choice): readonly QualitySet[] => {
  const measured = folder === undefined ? undefined : readParagraphs(folder, false)
  if (folder === undefined || measured === undefined)
    return questionSets(madeUp, paragraphsOf(madeUpArticles('measured')), paragraphsOf(madeUpArticles('others')))
  const others = readParagraphs(folder, true) ?? []
  const isChosen = isSampled(every)
  const chosen = measured.filter(({ article }) => isChosen({ id: article }))
  return questionSets('SQuAD 1.1, articles kept back', chosen, others)
}

const traceLine = z.object({ project: z.string(), bug: z.number(), trace: z.string() })

const traces = ({ folder, every }: Choice): readonly QualitySet[] => {
  const file = read(folder, 'traces', 'java-stack-traces.jsonl.gz')
  const all = file === undefined ? madeUpTraces() : tracesIn(file).filter(isSampled(every))
  const { measured, others } = apart(all)
  return [traceSet(file === undefined ? madeUp : 'defects4j, Java; no engine was made on any', measured, others)]
}

const tracesIn = (file: Buffer): Named[] =>
  gunzipSync(file)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { project, bug, trace } = traceLine.parse(JSON.parse(line))
      return { id: `${project} ${bug}`, text: trace }
    })

const payloads = ({ folder, every }: Choice): readonly QualitySet[] => {
  const archive = folder === undefined ? undefined : join(folder, 'json', 'github-webhooks.tar.gz')
  const isThere = archive !== undefined && existsSync(archive)
  const all = isThere ? payloadsIn(archive).filter(isSampled(every)) : madeUpPayloads()
  const { measured, others } = apart(all)
  return [payloadSet(isThere ? 'GitHub webhooks; no engine was made on any' : madeUp, measured, others)]
}

const payloadsIn = (archive: string): Named[] => {
  const folder = mkdtempSync(join(tmpdir(), 'payloads-'))
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((id) => id.endsWith('.json'))
      .sort()
      .map((id) => ({ id, text: readFileSync(join(folder, id), 'utf8') }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const foreignArticles = z.object({
  data: z.array(
    z.object({
      title: z.string().optional(),
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(z.object({ answers: z.array(z.object({ text: z.string() })) })),
        }),
      ),
    }),
  ),
})

const foreignIn = (file: Buffer): ForeignText[] =>
  foreignArticles.parse(JSON.parse(gunzipSync(file).toString('utf8'))).data.flatMap(({ title, paragraphs }, at) =>
    paragraphs.map(({ context, qas }) => ({
      id: title ?? `article ${at}`,
      text: context,
      answers: qas.map(({ answers }) => answers.map(({ text }) => text)),
    })),
  )

const foreignFiles = [
  ['cmrc', 'Chinese, CMRC 2018', 'chinese-cmrc.json.gz'],
  ['jsquad', 'Japanese, JSQuAD', 'japanese-jsquad.json.gz'],
] as const

const languages = ({ folder, every }: Choice): readonly QualitySet[] => [
  ...foreignFiles.flatMap(([name, title, path]) => {
    const file = read(folder, 'qa', path)
    if (file === undefined) return []
    const { measured, others } = apart(foreignIn(file).filter(isSampled(every)))
    return [languageSet(name, title, measured, others)]
  }),
  ...foreignTexts.map(({ name, title, texts }) => languageSet(name, title, texts, [])),
]

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
      notes: ['Runs that no threshold was set on; the forest was made on none, and leaves JSON to the rules.'],
      runs,
      others,
      bars: [...bars([97, 92]), ...inForm],
    }),
  )
}

const dialogues = ({ folder, every }: Choice): readonly QualitySet[] => {
  if (read(folder, 'transcripts', 'schema-guided-dev.jsonl.gz') === undefined || folder === undefined) return []
  const { runs } = dialogueRuns(folder, isSampled(4 * every))
  return [
    agentSet({
      name: 'dialogues',
      source: 'schema-guided dialogues, one in four',
      notes: ['Nothing that ships was made on them: many services, each with its own schema.'],
      runs,
      others: resultsIn([dialogueRuns(folder, ({ id }) => digestOf(`sample ${id}`) % 32 === 1)], textsForWords),
      bars: [...bars([97, 92]), ...inForm],
    }),
  ]
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

const agents = (choice: Choice): readonly QualitySet[] => {
  const recorded = [...business(choice), ...dialogues(choice), ...coding(choice)]
  return recorded.length > 0 ? recorded : madeUpAgents()
}

/** The parts that can be asked for, each with the sets in it. */
export const parts = { questions, agents, traces, payloads, languages } as const satisfies Record<
  string,
  (choice: Choice) => readonly QualitySet[]
>
export type PartName = keyof typeof parts

/** Files of the data that a folder lacks, each with what it is. */
export const missingFrom = (folder: string): readonly string[] =>
  expected.filter(([path]) => !existsSync(join(folder, path))).map(([path, what]) => `${path}: ${what}`)

const expected = [
  ['qa/squad.json.gz', 'SQuAD 1.1, development set, as published'],
  ['qa/chinese-cmrc.json.gz', 'CMRC 2018, development set, in the same form'],
  ['qa/japanese-jsquad.json.gz', 'JSQuAD (JGLUE), validation set, as published'],
  [
    'transcripts/customer-service.jsonl.gz',
    'runs of tau2-bench: id, messages[] with role, content, tool_calls[name, arguments]',
  ],
  ['transcripts/swe-bench-runs.jsonl.gz', 'runs of a coding agent on SWE-bench, in the same form'],
  ['transcripts/schema-guided-dev.jsonl.gz', 'schema-guided dialogues, development set, in the same form'],
  ['traces/java-stack-traces.jsonl.gz', 'stack traces of defects4j: project, bug, trace'],
  ['json/github-webhooks.tar.gz', 'payload examples of octokit/webhooks'],
] as const
