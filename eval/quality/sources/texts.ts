// Articles, traces, payloads and foreign paragraphs: from the folder of data, or, where a file is not there, made up.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { paragraphsOf, readParagraphs } from '../../../testkit/data/squad.ts'
import { madeUpArticles } from '../made-up/articles.ts'
import { foreignTexts } from '../made-up/foreign-texts.ts'
import { madeUpPayloads, madeUpTraces } from '../made-up/structures.ts'
import type { QualitySet } from '../quality-set.ts'
import { type ForeignText, languageSet } from '../sets/languages.ts'
import { questionSets } from '../sets/questions.ts'
import { type Named, payloadSet, traceSet } from '../sets/structures.ts'
import { apart, type Choice, isSampled, madeUp, read } from './choice.ts'

/** Bars of survival are for recorded texts alone. */
const madeUpQuestions = (): readonly QualitySet[] =>
  questionSets(madeUp, paragraphsOf(madeUpArticles('measured')), paragraphsOf(madeUpArticles('others'))).map((set) => ({
    ...set,
    bars: set.bars.filter(({ point }) => point === 'every'),
  }))

/** Prose with questions. */
export const questions = ({ folder, every }: Choice): readonly QualitySet[] => {
  const measured = folder === undefined ? undefined : readParagraphs(folder, false)
  if (folder === undefined || measured === undefined) return madeUpQuestions()
  const others = readParagraphs(folder, true) ?? []
  const isChosen = isSampled(every)
  const chosen = measured.filter(({ article }) => isChosen({ id: article }))
  return questionSets('SQuAD 1.1, articles kept back', chosen, others)
}

const traceLine = z.object({ project: z.string(), bug: z.number(), trace: z.string() })

/** Stack traces. */
export const traces = ({ folder, every }: Choice): readonly QualitySet[] => {
  const file = read(folder, 'traces', 'java-stack-traces.jsonl.gz')
  const all = file === undefined ? madeUpTraces() : tracesIn(file).filter(isSampled(every))
  const { measured, others } = apart(all)
  return [traceSet(file === undefined ? madeUp : 'defects4j, Java', measured, others)]
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

/** JSON payloads. */
export const payloads = ({ folder, every }: Choice): readonly QualitySet[] => {
  const archive = folder === undefined ? undefined : join(folder, 'json', 'github-webhooks.tar.gz')
  const isThere = archive !== undefined && existsSync(archive)
  const all = isThere ? payloadsIn(archive).filter(isSampled(every)) : madeUpPayloads()
  const { measured, others } = apart(all)
  return [payloadSet(isThere ? 'GitHub webhooks' : madeUp, measured, others)]
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

/** Languages that the engines do not know: those of the folder, and some paragraphs of our own in any case. */
export const languages = ({ folder, every }: Choice): readonly QualitySet[] => [
  ...foreignFiles.flatMap(([name, title, path]) => {
    const file = read(folder, 'qa', path)
    if (file === undefined) return []
    const { measured, others } = apart(foreignIn(file).filter(isSampled(every)))
    return [languageSet(name, title, measured, others)]
  }),
  ...foreignTexts.map(({ name, title, texts }) => languageSet(name, title, texts, [])),
]
