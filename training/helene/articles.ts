// Encyclopaedia articles with questions: single paragraphs, and runs of six, so that repeated mentions are seen.

import { wordAt } from '../../compressor/engines/helene/reading/prose.ts'
import { type Paragraph, readParagraphs } from '../../testkit/data/squad.ts'
import { type Needed, partsWithin, type Text } from './rows.ts'

const longest = 6

const textOf = (split: string, name: string, members: readonly Paragraph[]): Text => ({
  split,
  name,
  text: members.map(({ text }) => text).join('\n\n'),
  questions: (prose) => {
    let offset = 0
    return members.flatMap(({ text, questions }) => {
      const shift = offset
      offset += text.length + 2
      return questions.map(({ answers, sentence, evidence }): Needed => {
        const spans = new Set(answers.map(({ span: [from, until] }) => `${from + shift} ${until + shift}`))
        const inSentence = partsWithin(prose, sentence[0] + shift, sentence[1] + shift)
        return {
          answers: [...spans].map((span) => {
            const [from = 0, until = 0] = span.split(' ').map(Number)
            return partsWithin(prose, from, until)
          }),
          evidence: inSentence.filter((at) => evidence.includes(wordAt(prose, at))),
        }
      })
    })
  },
})

/** All texts of `qa/squad.json.gz`. Throws an error that names the file if it is not there. */
export const articles = (data: string): Text[] =>
  [true, false].flatMap((tuning) => {
    const paragraphs = readParagraphs(data, tuning)
    if (paragraphs === undefined)
      throw new Error(`${data} lacks qa/squad.json.gz: the SQuAD 1.1 development set, gzipped.`)
    const texts = paragraphs.map((paragraph) => textOf(tuning ? 'train' : 'test', paragraph.article, [paragraph]))
    for (let first = 0; tuning && first < paragraphs.length; ) {
      const article = paragraphs[first]?.article
      let end = first
      while (end < first + longest && paragraphs[end]?.article === article) end++
      texts.push(textOf('train-long', article ?? '', paragraphs.slice(first, end)))
      first = end
    }
    return texts
  })
