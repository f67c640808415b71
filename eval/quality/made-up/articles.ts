// Articles with questions, made up from a seed in the published form of question answering: towns, people, years and reasons
// that nobody knows. They show that everything can be measured; they are no evidence of what an engine keeps.

import type { Article } from '../../../testkit/data/squad.ts'
import { type Chance, chanceOf, pick } from '../../cost/sessions/chance.ts'

const articles = 8
const paragraphs = 4

const words = (list: string): string[] => list.split(' ')

const openings = words('Var Kel Ost Brim Hal Torn Ash Wen Mor Sil Dun Eld')
const endings = words('mouth ford wick by haven stead dale port')
const givenNames = words('Ada Bruno Celia Dorian Edith Felix Greta Hugo Irene Jonas Livia Magnus')
const surnames = words('Arden Belling Corvin Draper Ellery Farrow Gantry Hollis Ives Kestrel')
const goods = ['salted herring', 'roof slate', 'beeswax candles', 'river clay', 'oak barrels', 'linen thread']
const reasons = [
  'the old channel had filled with sand',
  'a fire had destroyed the grain store',
  'the bridge was no longer safe for carts',
  'winter storms kept the ferries away',
]

const town = (chance: Chance): string => `${pick(chance, openings)}${pick(chance, endings)}`
const person = (chance: Chance): string => `${pick(chance, givenNames)} ${pick(chance, surnames)}`

interface Fact {
  readonly sentence: string
  readonly question: string
  readonly answer: string
}

const factsOf = (chance: Chance, place: string): Fact[] => {
  const [founder, builder, rival] = [person(chance), person(chance), town(chance)]
  const [year, later] = [1_400 + Math.floor(chance() * 300), 1_720 + Math.floor(chance() * 200)]
  const [good, reason] = [pick(chance, goods), pick(chance, reasons)]
  const souls = 900 + Math.floor(chance() * 9_000)
  const sentences: readonly (readonly [string, string, string])[] = [
    [
      `The market of ${place} was founded in ${year} by ${founder}, who had come from the hills.`,
      `Who founded the market of ${place}?`,
      founder,
    ],
    [
      `In ${later} a new harbour was built because ${reason}, and for a long time nobody was allowed to fish there.`,
      `Why was a new harbour built?`,
      reason,
    ],
    [
      `Most of the families lived from ${good}, which was carried to ${rival} and sold in the square behind the church.`,
      `What did most of the families live from?`,
      good,
    ],
    [
      `The census of that year counted ${souls} people, but it did not include the sailors who were away at sea.`,
      `How many people did the census count?`,
      String(souls),
    ],
    [
      `Its tower, which can still be seen from the water, was drawn by ${builder} and never finished.`,
      `Who drew the tower?`,
      builder,
    ],
    [
      `The council of ${rival} refused to pay for the road, so that it was only repaired a generation later.`,
      `Which council refused to pay for the road?`,
      `The council of ${rival}`,
    ],
  ]
  return sentences.map(([sentence, question, answer]) => ({ sentence, question, answer }))
}

const paragraphOf = (chance: Chance, place: string): Article['paragraphs'][number] => {
  const facts = factsOf(chance, place)
  const context = facts.map(({ sentence }) => sentence).join(' ')
  let offset = 0
  const qas = facts.map(({ sentence, question, answer }) => {
    const start = offset + sentence.indexOf(answer)
    offset += sentence.length + 1
    return { question, answers: [{ text: answer, answer_start: start }] }
  })
  return { context, qas }
}

/** The same articles every time; `part` names another lot of them. */
export const madeUpArticles = (part: string): Article[] =>
  Array.from({ length: articles }, (_, index) => {
    const chance = chanceOf('article', part, index)
    const title = town(chance)
    return {
      title: `${title} ${index}`,
      paragraphs: Array.from({ length: paragraphs }, () => paragraphOf(chance, title)),
    }
  })
