// Texts of which a part alone may go, as a result that an agent wraps in words of its own: what the engine is shown of them, and
// what it says of the part as a decision on the whole text.

import {
  deletedCharacters,
  PackedSpans,
  type Span,
  type SpanList,
  sliceSpans,
  spansBetween,
  withoutSpans,
} from '../../text/spans.ts'
import type { PartOfText, Segment } from '../../transcript/may-be-shortened.ts'
import type { ProxiedText } from './budgets.ts'
import { type Answer, type Asking, counting, decide, notAsked } from './decide.ts'

const judgedIn = ({ span, judged = span }: PartOfText): Span => judged

/** What is asked about a segment. */
export const judgedTextOf = ({ text, kind, part }: Segment): ProxiedText => {
  const judged = part === undefined ? text : text.slice(...judgedIn(part))
  return kind === undefined ? { text: judged } : { text: judged, kind }
}

/** What stays of a text of so many characters: all but what the engine takes from the part. `kept`: of what it was shown. */
export const keptAround = (kept: SpanList, length: number, part: PartOfText): Span[] => {
  const [start, end] = judgedIn(part)
  const gone = spansBetween(
    end,
    Array.from(kept, ([from, until]): Span => [start + from, start + until]),
  )
  return spansBetween(length, withoutSpans(gone, spansBetween(length, [part.span])))
}

/** An answer on a part, with what it leaves of the whole text; `recount`: what is left of the judged text, where that is more than the engine left. */
interface Whole {
  readonly answer: Answer
  readonly recount?: string
}

const wholeOf = ({ text, part }: Segment, answer: Answer): Whole => {
  if (part === undefined || answer === undefined || answer === notAsked || answer.kept === undefined) return { answer }
  const [start, end] = judgedIn(part)
  const kept = keptAround(answer.kept, text.length, part)
  const whole = { ...answer, kept: PackedSpans.of(kept) }
  const isLess = deletedCharacters(text.length, kept) < deletedCharacters(end - start, answer.kept)
  if (!isLess) return { answer: whole }
  return { answer: whole, recount: sliceSpans(text, withoutSpans(kept, spansBetween(text.length, [[start, end]]))) }
}

/**
 * The answers, in the order of the segments, as answers on their whole texts. Where more stays than the engine has left, the rest
 * is counted exactly; what nobody counts has no answer. Tokens are those of what the engine was shown.
 */
export const inWholeTexts = async (
  segments: readonly Segment[],
  answers: readonly Answer[],
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly Answer[]> => {
  const wholes = segments.map((segment, index) => wholeOf(segment, answers[index]))
  const questions = wholes.flatMap(({ recount }) => (recount === undefined ? [] : [{ text: recount }]))
  if (questions.length === 0) return wholes.map(({ answer }) => answer)
  const counted = await decide(questions, counting(asking), signal)
  const counts = counted.decisions.values()
  return wholes.map(({ answer, recount }) => {
    if (recount === undefined || answer === undefined || answer === notAsked) return answer
    const count = counts.next().value
    if (count === undefined || count === notAsked) return count
    return { ...answer, tokensSaved: Math.max(0, answer.tokens - count.tokens) }
  })
}
