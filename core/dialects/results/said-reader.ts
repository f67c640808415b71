// Long texts of turns of the user, and which of them are results of an agent that calls its tools in plain text.

import { plainUnits } from '../../json/plain-spelling.ts'
import { endOf, startOf, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import type { Span } from '../../text/spans.ts'
import { pastedLogIn } from '../../transcript/answers/pasted-log.ts'
import { mayBeObservation, type Observation, observationIn, opensObservation } from '../../transcript/observation.ts'
import type { ResultText } from './result-texts.ts'

export interface Said {
  readonly node: number
  readonly ownPin?: ResultText[1]
  readonly observed?: Observation
  /** A log that a person has put into it. */
  readonly pasted?: Span
}

/** Enough of a text to tell how it opens. */
const beginningLength = 300

/** Whether a text holds lines that are worth looking for again: others are no segments, and take no place in records. */
const isLong = (tape: JsonTape, node: number): boolean => {
  const start = startOf(tape, node)
  const end = endOf(tape, node)
  if (end - start < shortestSaid) return false
  // However it is spelled: a record tells texts by their number.
  const value = plainUnits(tape, start, end)
  if (value.length < shortestSaid) return false
  const first = value.indexOf('\\n')
  return first >= 0 && value.includes('\\n', first + 1)
}
const shortestSaid = 200

/** What a text shows that is worded as a result, if the model's turn before it ends in a call. */
const observedIn = (
  tape: JsonTape,
  node: number,
  before: number | undefined,
  opening: string,
): Observation | undefined => {
  const start = startOf(tape, node) + 1
  const beginning = tape.text
    .slice(start, start + beginningLength)
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"')
  if (!mayBeObservation(`${opening}${beginning}`)) return undefined
  const found = observationIn(`${opening}${stringOf(tape, node) ?? ''}`, stringOf(tape, before) ?? '')
  if (found === undefined) return undefined
  if (opening === '') return found
  const [from, until] = found.result.span
  return from < opening.length
    ? undefined
    : { ...found, result: { span: [from - opening.length, until - opening.length] } }
}

/** No log that is long enough stands in a shorter text. */
const shortestPaste = 8_000
/** Of one message together: a message is read in one piece. */
const longestPastes = 400_000
const pastedIn = (tape: JsonTape, node: number): Span | undefined => pastedLogIn(stringOf(tape, node) ?? '')

const longestOpening = 500
/** A text that says no more than that a result follows. */
const openingOf = (tape: JsonTape, node: number, message: number): { message: number; text: string } | undefined => {
  if (endOf(tape, node) - startOf(tape, node) > longestOpening) return undefined
  const text = `${(stringOf(tape, node) ?? '').trimEnd()}\n`
  return text.startsWith('[') && opensObservation(text) ? { message, text } : undefined
}

/**
 * Of one body, whose messages are to be read in order. `before`: the text that the model said last. Texts without lines that could
 * be looked for again are left out.
 */
export const saidReader = (
  tape: JsonTape,
): ((message: number, texts: readonly ResultText[], before: number | undefined) => Said[]) => {
  /** What opens a result that stands in the next text of the same message. */
  let header: ReturnType<typeof openingOf>
  return (message, texts, before) => {
    let room = longestPastes
    return texts.flatMap(([node, ownPin]): Said[] => {
      const opening = header?.message === message ? header.text : ''
      header = openingOf(tape, node, message)
      if (!isLong(tape, node)) return []
      if (ownPin !== undefined) return [{ node, ownPin }]
      const observed = observedIn(tape, node, before, opening)
      if (observed !== undefined) return [{ node, observed }]
      const size = endOf(tape, node) - startOf(tape, node)
      if (size < shortestPaste || room <= 0) return [{ node }]
      room -= size
      const pasted = pastedIn(tape, node)
      return [pasted === undefined ? { node } : { node, pasted }]
    })
  }
}
