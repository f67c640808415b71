// Transcripts of meetings: of the turns that a question is about, the words that its written answer uses are what is needed.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { type Prose, wordAt } from '../../compressor/engines/helene/reading/prose.ts'
import { type Needed, partsWithin, type Text } from './rows.ts'

const meeting = z.object({
  meeting_transcripts: z.array(z.object({ speaker: z.string(), content: z.string() })),
  specific_query_list: z.array(
    z.object({ answer: z.string(), relevant_text_span: z.array(z.tuple([z.coerce.number(), z.coerce.number()])) }),
  ),
})
type Meeting = z.infer<typeof meeting>

/** Words of one text; turns of a question, beyond which it is about nothing in particular; places of a word, beyond which it is. */
const [mostWords, mostTurns, mostPlaces] = [500, 150, 6]

const small = new Set(
  `a an the of in on at by for with from to into and or but is are was were be been has have had do does did what which who
  whom whose when where why how many much it its this that they their them he his she her would could should will can may also
  about than as not so if then there these those we our us you your i said think discuss discussed discussion talked meeting`.split(
    /\s+/,
  ),
)

const readMeetings = (data: string, part: string): Meeting[] => {
  const path = join(data, 'meetings', `qmsum-${part}.jsonl.gz`)
  if (!existsSync(path)) throw new Error(`${path} is not there: QMSum, one meeting a line, gzipped.`)
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => meeting.parse(JSON.parse(line)))
}

/** What was said, without the marks of the transcribers. */
const saidIn = (content: string): string =>
  content
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+([.,?!'])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

const contentWordsOf = (answer: string): string[] =>
  answer
    .toLowerCase()
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word.length > 1)

/** Each content word of an answer, and each two in a row, wherever they stand in the turns `[from, until)` of the text. */
const neededBy = (answer: string, prose: Prose, from: number, until: number): Needed[] => {
  const places = Map.groupBy(
    partsWithin(prose, from, until).filter((at) => prose.parts.content[at] === 1),
    (at) => wordAt(prose, at),
  )
  const words = contentWordsOf(answer)
  const seen = new Set(small)
  return words.flatMap((word, at): Needed[] => {
    const found = places.get(word) ?? []
    if (seen.has(word) || found.length === 0 || found.length > mostPlaces) return []
    seen.add(word)
    const next = words[at + 1] ?? ''
    const pairs = small.has(next) ? [] : found.filter((place) => wordAt(prose, place + 1) === next)
    const alone = { answers: found.map((place) => [place]), evidence: [] }
    return pairs.length === 0 ? [alone] : [alone, { answers: pairs.map((place) => [place, place + 1]), evidence: [] }]
  })
}

/** The turns of a meeting in pieces of some hundred words, where a question is about one of them. */
function* piecesOf(
  split: string,
  name: string,
  { meeting_transcripts: turns, specific_query_list: queries }: Meeting,
): Generator<Text> {
  const asked = queries.flatMap(({ answer, relevant_text_span: spans }) =>
    spans.filter(([first, last]) => last - first < mostTurns).map(([first, last]) => ({ answer, first, last })),
  )
  for (let first = 0; first < turns.length; ) {
    const starts: number[] = []
    let text = ''
    let end = first
    for (let words = 0; end < turns.length && words < mostWords; end++) {
      const said = saidIn(turns[end]?.content ?? '')
      starts.push(text.length)
      if (said !== '') text += `${turns[end]?.speaker}: ${said}\n`
      words += said.split(' ').length
    }
    const [from, until] = [first, end]
    const here = asked.filter((query) => query.last >= from && query.first < until)
    const questions: Text['questions'] = (prose) =>
      here.flatMap((query) =>
        neededBy(
          query.answer,
          prose,
          starts[Math.max(0, query.first - from)] ?? 0,
          starts[query.last - from + 1] ?? text.length,
        ),
      )
    if (here.length > 0 && text !== '') yield { split, name, text: text.trimEnd(), questions }
    first = end
  }
}

/** QMSum; its meetings for validation are not learned from. */
export const meetings = (data: string): Text[] =>
  (['train', 'val'] as const).flatMap((part) =>
    readMeetings(data, part).flatMap((each, at) => [
      ...piecesOf(part === 'train' ? 'train' : 'test', `${part} ${at}`, each),
    ]),
  )
