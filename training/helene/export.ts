// Writes what the network learns from: the features of every part as the engine itself reads them, and which parts the
// questions about a text turned out to need. Run: node training/helene/export.ts DATA FOLDER

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featureCount, readFeatures, tableRows } from '../../compressor/engines/helene/learned/features.ts'
import { joinGroups } from '../../compressor/engines/helene/reading/groups.ts'
import { firstMentions } from '../../compressor/engines/helene/reading/mentions.ts'
import { pairMarks } from '../../compressor/engines/helene/reading/pairs.ts'
import { type Part, type Prose, readProse } from '../../compressor/engines/helene/reading/prose.ts'
import { pin } from '../../compressor/engines/helene/weighing/pins.ts'
import { weigh } from '../../compressor/engines/helene/weighing/score.ts'
import { WordClass } from '../../compressor/engines/helene/words/function-words.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { UnitKind } from '../../compressor/text/units.ts'
import { type Paragraph, readParagraphs } from '../../testkit/data/squad.ts'

const [data, folder] = process.argv.slice(2)
if (data === undefined || folder === undefined)
  throw new Error('Give the folder of the data and the folder to write to.')

const features: Uint16Array[] = []
const columns: Int32Array[] = []
const documents: unknown[] = []

const isRanked = (part: Part): boolean =>
  part.primary || ((part.kind === UnitKind.pause || part.kind === UnitKind.dash) && !part.labels)

/** Tokens of each part, as if each stood alone behind a space. */
const columnsOf = ({ text, parts }: Prose): Int32Array => {
  const rows = new Int32Array(parts.length * 4)
  parts.forEach((part, at) => {
    const cost = countTokens(text.slice(part.start, part.end))
    const flags =
      (isRanked(part) ? 1 : 0) +
      (part.pinned ? 2 : 0) +
      (part.content ? 4 : 0) +
      (part.primary ? 8 : 0) +
      (part.wordClass === WordClass.article ? 16 : 0)
    rows.set([cost, part.group, flags, part.score], at * 4)
  })
  return rows
}

const partsWithin = (parts: readonly Part[], [from, until]: readonly [number, number]): number[] =>
  parts.flatMap((part, at) => (part.from < until && part.end > from ? [at] : []))

const write = (split: string, name: string, members: readonly Paragraph[]): void => {
  const text = members.map(({ text }) => text).join('\n\n')
  const prose = readProse(text, [[0, text.length]], 1_000_000)
  if (prose === undefined) throw new Error('a paragraph has too many parts')
  joinGroups(prose)
  pin(prose, pairMarks(prose))
  const { parts } = prose
  const mentions = firstMentions(parts)
  features.push(readFeatures(prose, mentions))
  weigh(prose, mentions)
  columns.push(columnsOf(prose))
  let offset = 0
  const questions = members.flatMap(({ text, questions }) => {
    const shift = offset
    offset += text.length + 2
    return questions.map(({ answers, sentence, evidence }) => {
      const spans = new Set(answers.map(({ span: [from, until] }) => `${from + shift} ${until + shift}`))
      const inSentence = partsWithin(parts, [sentence[0] + shift, sentence[1] + shift])
      return {
        answers: [...spans].map((span) => {
          const [from = 0, until = 0] = span.split(' ').map(Number)
          return partsWithin(parts, [from, until])
        }),
        evidence: inSentence.filter((at) => evidence.includes(parts[at]?.word ?? '')),
      }
    })
  })
  documents.push({ split, name, parts: parts.length, tokens: countTokens(text), questions })
}

for (const tuning of [true, false]) {
  const paragraphs = readParagraphs(data, tuning)
  if (paragraphs === undefined) {
    process.stderr.write('The folder lacks qa/squad.json.gz: the SQuAD 1.1 development set, gzipped.\n')
    process.exit(1)
  }
  for (const paragraph of paragraphs) write(tuning ? 'train' : 'test', paragraph.article, [paragraph])
  for (let first = 0; tuning && first < paragraphs.length; ) {
    const article = paragraphs[first]?.article
    let end = first
    while (end < first + 6 && paragraphs[end]?.article === article) end++
    write('train-long', article ?? '', paragraphs.slice(first, end))
    first = end
  }
}
mkdirSync(folder, { recursive: true })
const bytes = (arrays: readonly (Uint16Array | Int32Array)[]): Buffer =>
  Buffer.concat(arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)))
writeFileSync(join(folder, 'features.bin'), bytes(features))
writeFileSync(join(folder, 'columns.bin'), bytes(columns))
writeFileSync(join(folder, 'documents.json'), JSON.stringify({ featureCount, tableRows, documents }))
