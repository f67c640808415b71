// Collects what the network learns from: the features of every part as the engine itself reads them, and which parts each
// question about a text turned out to need. Knows no data.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRanked } from '../../compressor/engines/helene/cutting/order.ts'
import { featureCount, readFeatures, tableRows } from '../../compressor/engines/helene/learned/features.ts'
import { joinGroups } from '../../compressor/engines/helene/reading/groups.ts'
import { firstMentions } from '../../compressor/engines/helene/reading/mentions.ts'
import { pairMarks } from '../../compressor/engines/helene/reading/pairs.ts'
import type { Parts } from '../../compressor/engines/helene/reading/parts.ts'
import { type Prose, readProse } from '../../compressor/engines/helene/reading/prose.ts'
import { pin } from '../../compressor/engines/helene/weighing/pins.ts'
import { weigh } from '../../compressor/engines/helene/weighing/score.ts'
import { WordClass } from '../../compressor/engines/helene/words/function-words.ts'
import { sourceOf } from '../../compressor/text/source.ts'
import { countTokens } from '../../compressor/text/tokens.ts'

/** Indexes of parts. */
export interface Needed {
  /** The question survives if all parts of one of these do. */
  readonly answers: readonly (readonly number[])[]
  /** Parts around an answer that say what it answers. */
  readonly evidence: readonly number[]
}

export interface Text {
  /** `train`, `train-long` (several joined), or `test` for what nothing learns from. */
  readonly split: string
  /** Texts of one name are never parted between what is learned from and what checks it. */
  readonly name: string
  readonly text: string
  readonly questions: (prose: Prose) => readonly Needed[]
}

/** Indexes of the parts that `[from, until)` touches. */
export const partsWithin = ({ parts }: Prose, from: number, until: number): number[] => {
  const within: number[] = []
  for (let at = 0; at < parts.count; at++)
    if ((parts.from[at] ?? 0) < until && (parts.end[at] ?? 0) > from) within.push(at)
  return within
}

const flagsOf = (parts: Parts, at: number): number =>
  (isRanked(parts, at) ? 1 : 0) +
  (parts.pinned[at] === 1 ? 2 : 0) +
  (parts.content[at] === 1 ? 4 : 0) +
  (parts.primary[at] === 1 ? 8 : 0) +
  (parts.wordClass[at] === WordClass.article ? 16 : 0)

/** Tokens of each part, as if each stood alone behind a space. */
const columnsOf = ({ source: { text }, parts }: Prose): Int32Array => {
  const rows = new Int32Array(parts.count * 4)
  for (let at = 0; at < parts.count; at++) {
    const cost = countTokens(text.slice(parts.start[at], parts.end[at]))
    rows.set([cost, parts.group[at] ?? -1, flagsOf(parts, at), parts.score[at] ?? 0], at * 4)
  }
  return rows
}

const bytes = (arrays: readonly (Uint16Array | Int32Array)[]): Buffer =>
  Buffer.concat(arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)))

/** Writes all texts to a folder, in the form that documents.py reads. */
export const writeRows = (folder: string, texts: Iterable<Text>): void => {
  const features: Uint16Array[] = []
  const columns: Int32Array[] = []
  const documents: unknown[] = []
  for (const { split, name, text, questions } of texts) {
    const prose = readProse(sourceOf(text), [[0, text.length]], 1_000_000)
    if (prose === undefined) throw new Error('a text has too many parts')
    joinGroups(prose)
    pin(prose, pairMarks(prose), 'all-but', 'listed')
    const mentions = firstMentions(prose)
    features.push(readFeatures(prose, mentions))
    weigh(prose, mentions)
    columns.push(columnsOf(prose))
    documents.push({ split, name, parts: prose.parts.count, tokens: countTokens(text), questions: questions(prose) })
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'features.bin'), bytes(features))
  writeFileSync(join(folder, 'columns.bin'), bytes(columns))
  writeFileSync(join(folder, 'documents.json'), JSON.stringify({ featureCount, tableRows, documents }))
}
