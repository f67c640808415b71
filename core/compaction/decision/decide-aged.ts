// What may go of file reads that nothing has used for many turns, where the account says `aged`: decided behind the stream, by
// the engine at a mild budget. What later turns have quoted stays, and so does the skeleton of the file.

import type { TextDigest } from '../../chain/identity/text-digest.ts'
import { type Decision, type SegmentState, unasked } from '../../chain/record/state.ts'
import { type InPieces, withPauses } from '../../runtime/pieces.ts'
import { joinedSpans, PackedSpans, type SpanList, sliceSpans, spansBetween, withoutSpans } from '../../text/spans.ts'
import { isOfInstructions } from '../../transcript/calls/instructions.ts'
import { beginningOfTurn } from '../../transcript/client-turns.ts'
import { editsByShellAlone } from '../../transcript/edits-by-shell.ts'
import { type LineUses, lineUsesIn, saidIn } from '../../transcript/line-uses.ts'
import type { Segment } from '../../transcript/may-be-shortened.ts'
import { type Transcript, textOf } from '../../transcript/transcript.ts'
import { agedReads } from './budgets.ts'
import { type Answer, type Asking, counting, decide, notAsked } from './decide.ts'
import { skeletonOf } from './skeleton.ts'

export const shortestRead = 1_000
/** Of all reads together, the oldest first: to look at the lines of more takes too long at once. What nobody looks at stays. */
const mostCharacters = 2_000_000
/** Lines around one that was quoted: the next quote of it takes in more. */
const around = 2

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

const linesOf = (text: string): Line[] => {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at < 0 ? text.length : at + 1
    lines.push({ start, end, text: text.slice(start, at < 0 ? end : at) })
    start = end
  }
  return lines
}

/** Lines that stay whatever the engine says: quoted ones with those around them, and the skeleton of the file. */
const staying = (lines: readonly Line[], isQuoted: (line: string) => boolean): SpanList => {
  const stays = [...skeletonOf(lines.map(({ text }) => text))]
  for (const [index, { text }] of lines.entries())
    if (isQuoted(text)) stays.fill(true, Math.max(0, index - around), index + around + 1)
  return joinedSpans(lines.filter((_, index) => stays[index] === true).map(({ start, end }) => [start, end] as const))
}

/** Both together. */
const united = (length: number, one: SpanList, other: SpanList): SpanList =>
  spansBetween(length, withoutSpans(spansBetween(length, one), [...other]))

/** What stands around a result that an agent wraps in words of its own. */
const aroundPart = ({ part }: Segment, length: number): SpanList =>
  part === undefined ? [] : spansBetween(length, [part.span])

/** A read that nothing has used, by the index of its segment, and what stays of it whatever the engine says. */
interface AgedRead {
  readonly index: number
  readonly text: string
  readonly stays: SpanList
}

/** What is left of a read where the engine keeps so much. */
export const keptOfRead = ({ text, stays }: AgedRead, kept: SpanList): SpanList => united(text.length, kept, stays)

const isNamedSince = ({ files = [] }: Segment, uses: LineUses, message: number): boolean =>
  files.some((path) => uses.isNamedSince(path, message))
const isQuotedSince = (lines: readonly Line[], uses: LineUses, message: number): boolean =>
  lines.some(({ text }) => uses.lastUse(text) >= message)

const isOpen = ({ decision, representation, holds }: SegmentState): boolean =>
  representation !== 'lossy' && holds !== true && (decision.kind === 'pending' || isAged(decision))

const isAged = (decision: SegmentState['decision']): boolean =>
  decision.kind === 'shorter' && decision.because === 'aged'

const saysHowToWork = ({ files = [] }: Segment): boolean => files.some(isOfInstructions)

/** Whether a read may go some day: nothing newer stands in its place, none of it has gone, and it does not say how to work, which is followed unquoted. */
const mayAge = (segment: Segment | undefined, state: SegmentState): segment is Segment =>
  segment?.pinned === 'file-read' && segment.superseded !== true && isOpen(state) && !saysHowToWork(segment)

/** The reads of which nothing was used since this message, and the states of those that have been used again. `uses`: absent where no read is older. */
function* agedIn(
  transcript: Transcript,
  states: readonly SegmentState[],
  since: number,
  uses: LineUses | undefined,
): InPieces<{ readonly reads: readonly AgedRead[]; readonly states: readonly SegmentState[] }> {
  let characters = 0
  const reads: AgedRead[] = []
  const whole = (state: SegmentState): SegmentState =>
    isAged(state.decision) ? { ...state, decision: unasked.decision } : state
  const nextOf = (state: SegmentState, index: number): SegmentState => {
    const segment = transcript.segments[index]
    if (!mayAge(segment, state)) return state
    // What was decided while the agent had neither quoted nor counted lines waits like any other once it has.
    if (segment.message >= since || uses === undefined) return whole(state)
    if (characters > mostCharacters || isNamedSince(segment, uses, since)) return whole(state)
    const text = textOf(transcript, segment)
    if (text.length < shortestRead) return state
    characters += text.length
    const lines = linesOf(text)
    if (isQuotedSince(lines, uses, since)) return whole(state)
    if (state.decision.kind === 'pending') {
      const stays = staying(lines, (line) => uses.lastUse(line) > segment.message)
      reads.push({ index, text, stays: united(text.length, aroundPart(segment, text.length), stays) })
    }
    return state
  }
  const next: SegmentState[] = []
  for (const [index, state] of states.entries()) {
    next.push(nextOf(state, index))
    yield
  }
  return { reads, states: next }
}

interface Unused {
  readonly reads: readonly AgedRead[]
  readonly states: readonly SegmentState[]
  /** The rule that holds for this agent. */
  readonly rule: (typeof agedReads)[keyof typeof agedReads]
}

/** The reads of which something may go, as this agent edits; `undefined` where none is old enough for any. Takes time by what was said. */
export function* unusedReadsIn(transcript: Transcript, known: readonly SegmentState[]): InPieces<Unused | undefined> {
  const isAnyBefore = (message: number): boolean =>
    known.some((state, index) => {
      const segment = transcript.segments[index]
      return mayAge(segment, state) && segment.message < message
    })
  if (!isAnyBefore(beginningOfTurn(transcript, agedReads.byShell.turns))) return undefined
  const said = yield* saidIn(transcript)
  const rule = agedReads[(yield* editsByShellAlone(transcript, said)) ? 'byShell' : 'byQuoting']
  const since = beginningOfTurn(transcript, rule.turns)
  const uses = isAnyBefore(since) ? yield* lineUsesIn(said) : undefined
  return { ...(yield* agedIn(transcript, known, since, uses)), rule }
}

/** A read as the engine has answered it, and what is left of it. */
interface JudgedRead extends Pick<AgedRead, 'index' | 'text'> {
  /** Absent: the engine abstained. */
  readonly kept: SpanList | undefined
  /** Of the whole text. */
  readonly tokens: number
  readonly left: string
}

const judgedRead = (read: AgedRead, answer: Answer): JudgedRead[] => {
  if (answer === undefined || answer === notAsked) return []
  const { index, text } = read
  const kept = answer.kept === undefined ? undefined : keptOfRead(read, answer.kept)
  return [{ index, text, kept, tokens: answer.tokens, left: kept === undefined ? text : sliceSpans(text, kept) }]
}

/** What becomes of a read of which so many tokens are left. */
const decisionOn = ({ kept, tokens }: JudgedRead, tokensLeft: number): Decision => {
  const tokensSaved = tokens - tokensLeft
  return kept === undefined || tokensSaved <= 0
    ? { kind: 'abstained' }
    : { kind: 'shorter', kept: PackedSpans.of(kept), tokensSaved, because: 'aged' }
}

/** The states with what goes of aged reads; what nobody answers stays as it is. */
export const withAged = async (
  transcript: Transcript,
  textDigest: TextDigest,
  known: readonly SegmentState[],
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly SegmentState[]> => {
  await asking.pause()
  const unused = await withPauses(unusedReadsIn(transcript, known), asking.pause)
  if (unused === undefined) return known
  const { reads, states, rule } = unused
  if (reads.length === 0) return states
  const judged = await decide(
    reads.map(({ text }) => ({ text, budget: rule.budget })),
    asking,
    signal,
  )
  const answered = reads.flatMap((read, at) => judgedRead(read, judged.decisions[at]))
  const counted = await decide(
    answered.map(({ left }) => ({ text: left })),
    counting(asking),
    signal,
  )
  const next = [...states]
  answered.forEach((one, at) => {
    const { index, text, tokens } = one
    const state = next[index]
    const left = counted.decisions[at]
    if (state === undefined || left === undefined || left === notAsked) return
    next[index] = { ...state, tokens, textDigest: textDigest(text), decision: decisionOn(one, left.tokens) }
  })
  return next
}
