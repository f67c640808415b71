// What becomes of segments once all of the body is told: reads that are out of date, failures that were answered, and results by the
// account's policy.

import { endOf, startOf, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import { StringValue } from '../../json/strings/value.ts'
import { estimatedTokens } from '../../text/estimated-tokens.ts'
import { pinByCall } from '../../transcript/calls/tool-call.ts'
import type { FileHistory } from '../../transcript/file-history.ts'
import type { MadeCall } from '../../transcript/history-state.ts'
import { type Segment, withValue } from '../../transcript/may-be-shortened.ts'
import type { Message } from '../../transcript/message.ts'
import type { ByPolicy, ReadState } from '../../transcript/read-state.ts'
import { areRecords, insideOf, isOfRecords, looksRead } from './inside-result.ts'
import { filesOf, lookAt, readBefore, segmentKind } from './result-look.ts'
import { type Turns, turnsIn } from './turns.ts'

const longestKeptFailure = 2_000

/** What may go once the model has answered it. */
const answered = (isAnswered: boolean): Pick<Segment, 'superseded' | 'awaitsAnswer'> =>
  isAnswered ? { superseded: true } : { awaitsAnswer: true }

/** A failure is worth its tokens once; of more than two thousand, the model has read what it needed when it answers. */
export const isLongFailure = (tape: JsonTape, node: number, call: MadeCall): boolean =>
  estimatedTokens(endOf(tape, node) - startOf(tape, node)) > longestKeptFailure &&
  !call.mayRead &&
  lookAt(new StringValue(tape, node), call).pinned === undefined

/** Notes what a text is where the policy has its rule: what shows a file is a file read. */
const markByPolicy = (
  tape: JsonTape,
  segments: Segment[],
  [index, rule, call, part]: ByPolicy,
  history: FileHistory,
  turns: Turns,
): void => {
  const segment = segments[index]
  // Without its call nobody knows whether it shows files.
  if (segment === undefined || call === undefined || segment.message <= turns.first) return
  const known = part === undefined ? segment : { ...segment, part }
  if (call === 'pasted') {
    // Of what a person has put there, only what says nothing: as of any text that nobody has measured.
    if (segment.message < turns.settled) segments[index] = { ...known, byPolicy: { rule, superseded: true } }
    return
  }
  const inside = insideOf((stringOf(tape, segment.node) ?? '').slice(...(part?.span ?? [])))
  const isFile = call.mayRead || looksRead(inside, call.inShell)
  const file =
    isFile && rule === 'observations' ? { pinned: pinByCall(call) ?? ('file-read' as const), ...filesOf(call) } : {}
  if (isFile && !history.isSuperseded(call)) {
    if (rule === 'observations') segments[index] = { ...known, byPolicy: { rule, ...file } }
    return
  }
  const state = { ...segmentKind(areRecords(inside), call), ...answered(segment.message < turns.answered) }
  segments[index] = { ...known, byPolicy: { rule, ...file, ...state } }
}

/** What was pinned and need not stay any longer; `isNow` is false where the model's next turn answers it. */
const released = (tape: JsonTape, segment: Segment, call: MadeCall | undefined, isNow: boolean): Segment => {
  const value = new StringValue(tape, segment.node, segment.noted)
  return withValue({ ...segment, ...segmentKind(isOfRecords(value), call), ...answered(isNow) }, value)
}

/** The state's segments, as they are now. `messages`: those of the body. */
export const onceTold = (
  tape: JsonTape,
  { segments, reads, failures, callOf, byPolicy, spoken }: ReadState,
  history: FileHistory,
  messages: readonly Message[],
): readonly Segment[] => {
  const turns = turnsIn(messages, spoken)
  const replace = (index: number, by: (segment: Segment) => Segment): void => {
    const segment = segments[index]
    if (segment !== undefined) segments[index] = by(segment)
  }
  for (const [index, call] of reads) replace(index, (one) => readBefore(tape, history, one, call))
  for (const index of failures)
    replace(index, (one) => released(tape, one, callOf.get(index), one.message < turns.answered))
  for (const one of byPolicy) markByPolicy(tape, segments, one, history, turns)
  return segments
}
