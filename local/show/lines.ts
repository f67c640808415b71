// What is shown of a request as lines of a terminal: each text of which something would go, and why the others stay.

import { percentText } from '../../core/savings/percent.ts'
import { counted } from '../../core/text/counted.ts'
import { conversationIn } from './conversation.ts'
import { type Money, moneyFor } from './money.ts'
import { type Shown, shownOf } from './shown.ts'
import { meaningLines, meaningsIn } from './words.ts'

const count = (tokens: number): string => tokens.toLocaleString('en-US')

const sumOf = (shown: readonly Shown[], of: (one: Shown) => number): number =>
  shown.reduce((sum, one) => sum + of(one), 0)

const lineOf = ({ message, why, tokens, tokensLeft }: Shown): string =>
  `  message ${message}: ${count(tokens)} → ${counted(tokensLeft, 'token')}  (${why})`

/** How many texts stay for each reason. */
const reasonsOf = (shown: readonly Shown[]): string => {
  const reasons = new Map<string, number>()
  for (const { why } of shown) reasons.set(why, (reasons.get(why) ?? 0) + 1)
  return [...reasons].map(([why, times]) => `${times} ${why}`).join(', ')
}

/** What the words of these lines mean, each word the first time that it is printed. */
const newMeanings = (shown: readonly Shown[], told: Set<string>): readonly string[] => {
  const meanings = meaningsIn(shown).filter(([word]) => !told.has(word))
  for (const [word] of meanings) told.add(word)
  return meaningLines(meanings).map((line) => `    ${line.replaceAll('\n', '\n    ')}`)
}

/**
 * What would go of the conversation that a body holds, once its cache is cold; nothing for a body without one, or one of which
 * nothing would go. `told`: the words whose meaning was printed before, to which it adds.
 */
export const shownLines = (title: string, body: string, told: Set<string> = new Set()): readonly string[] => {
  let shown: readonly Shown[]
  let money: Money
  try {
    const conversation = conversationIn(body)
    money = moneyFor(conversation)
    shown = shownOf(conversation.transcript)
  } catch {
    return []
  }
  const going = shown.filter(({ kept }) => kept !== undefined)
  if (going.length === 0) return []
  const tokens = sumOf(shown, (one) => one.tokens)
  const gone = tokens - sumOf(shown, (one) => one.tokensLeft)
  // It takes other texts, and has a rate of its own.
  const asIf = title.endsWith('/v1/compress') ? ' if it were proxied' : ''
  const left = reasonsOf(shown.filter(({ kept }) => kept === undefined))
  return [
    `${title}: of ${counted(tokens, 'token')} in ${counted(shown.length, 'text')}, ${count(gone)} would go${asIf} (${percentText((100 * gone) / tokens)})${money(gone)}`,
    ...going.map(lineOf),
    ...(left === '' ? [] : [`  stay as they are: ${left}`]),
    ...newMeanings(shown, told),
  ]
}
