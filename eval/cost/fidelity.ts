// What the model could still see when it used it: values that its turn copied from tool results, and text that its edits quoted.

import type { Tally } from '../../testkit/report/intervals.ts'
import type { Reference } from '../measures/forward-references.ts'
import { isWordCharacter } from '../measures/word-tokens.ts'
import { pairsOf } from './payload-pairs.ts'
import { holdsAnchor } from './sessions/edit-anchors.ts'
import { tellsNumber } from './sessions/line-numbers.ts'
import type { Session } from './sessions/session.ts'

export interface Seen {
  readonly all: Tally
  readonly aged: Tally
  readonly anchors: Tally
  readonly numbers: Tally
  /** Of what the last request carried. */
  readonly pairs: Tally
}

/** Whether the text holds the value as whole words. */
const holdsValue = (text: string, value: string): boolean => {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const end = at + value.length
    const opens = !(isWordCharacter(text[at - 1]) && isWordCharacter(value[0]))
    if (opens && !(isWordCharacter(text[end]) && isWordCharacter(value.at(-1)))) return true
  }
  return false
}

/** `resultsAt`: the tool results as the provider got them with a request, by message. */
export const seenOf = (session: Session, resultsAt: (request: number) => ReadonlyMap<number, string>): Seen => {
  const requestOf = new Map(session.asked.map((message, request) => [message, request]))
  const isSeen = ({ usedAt, carriers, value }: Reference): boolean => {
    const results = resultsAt(requestOf.get(usedAt) ?? 0)
    return carriers.some(({ block }) => holdsValue(results.get(block.message) ?? '', value))
  }
  const tally = (references: readonly Reference[]): Tally => [references.length, references.filter(isSeen).length]
  const asked = session.references.references.filter(({ usedAt }) => requestOf.has(usedAt))
  const anchors = session.anchors.filter(({ usedAt }) => requestOf.has(usedAt))
  const whole = anchors.filter((anchor) =>
    holdsAnchor([...resultsAt(requestOf.get(anchor.usedAt) ?? 0).values()], anchor),
  )
  const numbers = session.numbers.filter(({ usedAt }) => requestOf.has(usedAt))
  const told = numbers.filter((use) =>
    tellsNumber(resultsAt(requestOf.get(use.usedAt) ?? 0).get(use.shownAt) ?? '', use),
  )
  const last = resultsAt(session.asked.length - 1)
  const pairs = [...last].flatMap(([message, text]) => {
    const step = session.steps[message]
    return step !== undefined && 'result' in step ? pairsOf(step.result).map((pair) => ({ pair, text })) : []
  })
  const together = pairs.filter(({ pair, text }) => pair.every((value) => holdsValue(text, value)))
  return {
    all: tally(asked),
    aged: tally(asked.filter(({ aged }) => aged)),
    anchors: [anchors.length, whole.length],
    numbers: [numbers.length, told.length],
    pairs: [pairs.length, together.length],
  }
}
