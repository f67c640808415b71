// Sessions of an assistant that answers questions about an article by searching in it: made up on the questions of SQuAD. What is
// found are whole paragraphs of the article, often the same again; some questions go back to what was found before.

import { readParagraphs } from '../../../testkit/data/squad.ts'
import type { Transcript, TranscriptMessage } from '../../../testkit/data/transcripts.ts'
import { chanceOf } from './chance.ts'

/** Longer ones are cut: no chat goes on for ever. */
const mostMessages = 120
const foundAtOnce = 4
/** How often somebody goes back to what was found some questions before. */
const fromBefore = 0.6

/** A paragraph, and answers that stand in it. */
interface Passage {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly answers: readonly string[]
}

/** The passages that share most words with the one that is asked about: it comes first. */
const foundFor = (passages: readonly Passage[], wanted: Passage): readonly Passage[] => {
  const shared = ({ words }: Passage): number => [...words].filter((word) => wanted.words.has(word)).length
  return [
    wanted,
    ...passages.filter((one) => one !== wanted).toSorted((one, other) => shared(other) - shared(one)),
  ].slice(0, foundAtOnce)
}

const sessionOn = (article: string, passages: readonly Passage[]): Transcript => {
  const chance = chanceOf('retrieval', article)
  const messages: TranscriptMessage[] = [{ role: 'system', content: 'Answer from what the search finds, and cite it.' }]
  const answer = (text = ''): void => void messages.push({ role: 'assistant', content: `It says: ${text}.` })
  /** Answers that nobody has asked for yet, of passages that were found. */
  const open: string[] = []
  for (const passage of passages.map((one) => [chance(), one] as const).toSorted(([one], [other]) => one - other)) {
    const [, asked] = passage
    const [first, ...more] = asked.answers
    if (first === undefined || messages.length > mostMessages) continue
    messages.push(
      { role: 'user', content: 'What is known of this?' },
      { role: 'assistant', content: '', tool_calls: [{ name: 'lookup', arguments: { topic: messages.length } }] },
      {
        role: 'tool',
        content: foundFor(passages, asked)
          .map(({ text }) => text)
          .join('\n\n'),
      },
    )
    answer(first)
    open.push(...more)
    if (open.length < 6 || chance() > fromBefore) continue
    messages.push({ role: 'user', content: 'And what was said on that before?' })
    answer(open.shift())
  }
  return { id: `retrieval-${article}`, messages }
}

/** A session for each article. Throws an error when the data is absent. */
export const retrievalRuns = (folder: string): Transcript[] => {
  const paragraphs = [readParagraphs(folder, false), readParagraphs(folder, true)].flatMap((part) => part ?? [])
  if (paragraphs.length === 0) throw new Error(`There is no qa/squad.json.gz in ${folder}.`)
  return [...new Set(paragraphs.map(({ article }) => article))].map((article) => {
    const own = paragraphs.filter((one) => one.article === article)
    const passages = own.map(({ text, questions }) => ({
      text,
      words: new Set(text.toLowerCase().split(/\W+/)),
      answers: [...new Set(questions.flatMap(({ answers: [first] }) => first?.text ?? []))],
    }))
    return sessionOn(article, passages)
  })
}
