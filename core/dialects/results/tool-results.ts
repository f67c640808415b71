// Tool results in a request body, whatever the dialect calls them: which text they hold and why it may not be touched.

import type { Members } from '../../json/object-members.ts'
import { endOf, startOf, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import { StringValue } from '../../json/strings/value.ts'
import { type InPieces, nothingLeft } from '../../runtime/pieces.ts'
import { estimatedTokens } from '../../text/estimated-tokens.ts'
import { looksLikeFile } from '../../transcript/answers/answer-shape.ts'
import { pinByCall, type ToolCall } from '../../transcript/calls/tool-call.ts'
import { type FileHistory, fileHistory } from '../../transcript/file-history.ts'
import type { MadeCall } from '../../transcript/history-state.ts'
import { type PinReason, type Segment, type ServerKind, withValue } from '../../transcript/may-be-shortened.ts'
import type { Message } from '../../transcript/message.ts'
import type { ByPolicy, ReadState } from '../../transcript/read-state.ts'
import { type Look, ResultSegment } from '../../transcript/result-segment.ts'
import { hasOnly } from '../members/known-members.ts'
import { answerAt } from './answer-at.ts'
import { areRecords, hasRecords, insideEnvelope, insideOf, isOfRecords, looksRead } from './inside-result.ts'
import { type NamedCalls, namedCalls } from './named-calls.ts'
import type { ResultText } from './result-texts.ts'
import { saidReader } from './said-reader.ts'
import { type Turns, turnsIn } from './turns.ts'

/** One result as a dialect found it. */
export interface ToolResult {
  readonly message: number
  readonly members: Members
  /** Members that we know; any other one pins the result. */
  readonly known: ReadonlySet<string>
  /** The value that holds all of it. */
  readonly content: number | undefined
  /** Where its text is; what is no text is never looked at. */
  readonly texts: readonly ResultText[]
  readonly isError: boolean
  /** The call that it answers; absent: there is no such call in the body. */
  readonly call: MadeCall | undefined
}

/** A result of a tool that the provider runs itself: the string nodes that hold its text. */
export interface ServerResult {
  readonly kind: ServerKind
  readonly nodes: readonly number[]
}

/** Takes in the calls and results of one body, in the order of the body. */
export interface ToolResults extends NamedCalls {
  /** A call whose answer stands beside it. */
  made(call: ToolCall): MadeCall
  /** Others may have their turn between what is left to do. */
  add(result: ToolResult): Iterable<void>
  /** Long texts of a turn of the user. `before`: the text that the model said last. */
  said(message: number, texts: readonly ResultText[], before: number | undefined): void
  /** What a tool of the provider's own has answered. */
  ran(message: number, result: ServerResult, call: MadeCall | undefined): void
  /** The segments of all results, once all are told. `messages`: those of the body. */
  segments(messages: readonly Message[]): readonly Segment[]
}

/** Why a result may not be touched, as far as that shows without judging its call or looking at its text. */
const pinOf = (tape: JsonTape, result: ToolResult): PinReason | undefined => {
  if (!hasOnly(tape, result.members, result.known)) return 'unknown-shape'
  if (result.isError) return 'error-result'
  return result.call === undefined ? 'unknown-call' : undefined
}

/** A failure is worth its tokens once; of more than two thousand, the model has read what it needed when it answers. */
const isLongFailure = (tape: JsonTape, node: number, call: MadeCall): boolean =>
  estimatedTokens(endOf(tape, node) - startOf(tape, node)) > longestKeptFailure &&
  !call.mayRead &&
  lookAt(new StringValue(tape, node), call).pinned === undefined

const filesOf = (call: MadeCall | undefined): Pick<Segment, 'files'> =>
  call === undefined || call.reads.length === 0 ? {} : { files: call.reads.map(({ path }) => path) }

const kindOf = (isRecords: boolean, call: MadeCall | undefined): Pick<Segment, 'kind'> => {
  if (isRecords) return { kind: 'records' }
  return call?.inShell === true ? { kind: 'shell' } : {}
}

/** What a look at an answer tells whose call says nothing of files. */
const lookAt = (value: StringValue, call: MadeCall): Look => {
  // Asked for first: it tells how the value opens as well.
  const { beginning } = value
  const inside = insideEnvelope(value)
  const isFile = inside === undefined ? looksLikeFile(beginning, call.inShell) : looksRead(inside, call.inShell)
  return isFile ? { pinned: 'file-read' } : kindOf(hasRecords(value, inside), call)
}

const longestKeptFailure = 2_000

/** Notes what a text is where the policy has its rule: what shows a file is a file read. */
const markByPolicy = (
  tape: JsonTape,
  segments: Segment[],
  [index, rule, call, part]: ByPolicy,
  history: FileHistory,
  { answered, settled, first }: Turns,
): void => {
  const segment = segments[index]
  // Without its call nobody knows whether it shows files.
  if (segment === undefined || call === undefined || segment.message <= first) return
  const known = part === undefined ? segment : { ...segment, part }
  if (call === 'pasted') {
    // Of what a person has put there, only what says nothing: as of any text that nobody has measured.
    if (segment.message < settled) segments[index] = { ...known, byPolicy: { rule, superseded: true } }
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
  const state = segment.message < answered ? ({ superseded: true } as const) : ({ awaitsAnswer: true } as const)
  segments[index] = { ...known, byPolicy: { rule, ...file, ...kindOf(areRecords(inside), call), ...state } }
}

/**
 * Whether a program gets the answer, and not the model: nothing of it may go, lines in it do not stand again where the model reads
 * them, and no file that it shows was read.
 */
const isForProgram = (call: MadeCall | undefined): boolean => call?.byProgram === true

/** A text that nobody reads unless some of it may go. */
const unread = (node: number, message: number, pinned: PinReason | undefined): Segment => ({
  node,
  message,
  text: '',
  noted: {},
  ...(pinned === undefined ? {} : { pinned }),
})

/** What was pinned and need not stay any longer; `isNow` is false where the model's next turn answers it. */
const released = (tape: JsonTape, segment: Segment, call: MadeCall | undefined, isNow: boolean): Segment => {
  const value = new StringValue(tape, segment.node, segment.noted)
  const state = isNow ? ({ superseded: true } as const) : ({ awaitsAnswer: true } as const)
  return withValue({ ...segment, ...kindOf(isOfRecords(value), call), ...state }, value)
}

/** What results are, once all of the body is told: a read of files that its call names may be out of date. */
const looksIn = (tape: JsonTape, history: FileHistory) => {
  const shownBy = (call: MadeCall, look: Look, value: StringValue): Look => {
    const shown = { ...look, ...filesOf(call), shownBy: call }
    return history.isSuperseded(call) ? { ...shown, ...kindOf(isOfRecords(value), call), superseded: true } : shown
  }
  return {
    /** By its call, and by what it says. */
    lookOf(value: StringValue, call: MadeCall): Look {
      const look: Look = call.mayRead ? { pinned: pinByCall(call) } : lookAt(value, call)
      return look.pinned === undefined || call.reads.length === 0 ? look : shownBy(call, look, value)
    },

    /** A file read of a beginning that is known. Most go as they were sent, and nobody asks whether they are out of date. */
    readBefore(segment: Segment, call: MadeCall): Segment {
      const value = new StringValue(tape, segment.node, segment.noted)
      return new ResultSegment(segment, value, () => shownBy(call, { pinned: segment.pinned }, value))
    },
  }
}

/** For one body, whose reader stands at `state`. */
export const toolResults = (tape: JsonTape, state: ReadState): ToolResults => {
  const { segments, reads, failures, callOf, byPolicy } = state
  const history = fileHistory(state.history)
  const { lookOf, readBefore } = looksIn(tape, history)
  const saidOf = saidReader(tape)

  const addText = ({ call, message }: ToolResult, pinned: PinReason | undefined, [node, ownPin]: ResultText): void => {
    // A block's own reason outlives the file's.
    const told = ownPin ?? pinned
    if (told === undefined && call !== undefined) {
      const value = new StringValue(tape, node)
      segments.push(new ResultSegment({ node, message }, value, () => lookOf(value, call)))
      return
    }
    if (told === 'error-result' && call !== undefined && isLongFailure(tape, node, call)) failures.push(segments.length)
    if (call !== undefined) callOf.set(segments.length, call)
    segments.push(unread(node, message, told))
  }

  function* addEach(result: ToolResult, pinned: PinReason | undefined): InPieces<void> {
    for (const text of result.texts) {
      yield
      addText(result, pinned, text)
    }
  }

  return {
    ...namedCalls(state, history),

    made: history.made,

    add(result) {
      const { call, content, texts } = result
      state.besideResult = true
      state.answered = state.history.calls
      if (isForProgram(call)) return nothingLeft
      if (call !== undefined && content !== undefined) history.answered(call, answerAt(tape, content, result.isError))
      const pinned = pinOf(tape, result)
      if (texts.length > 1) return addEach(result, pinned)
      // The caller has paused before this result, and one text needs no pause of its own.
      for (const text of texts) addText(result, pinned, text)
      return nothingLeft
    },

    said(message, texts, before) {
      // Text beside a result is mostly a program's: reminders stand in the same message, or in one of their own behind it.
      if (texts.length > 0 && !state.besideResult) state.spoken = message
      for (const { node, ownPin, observed, pasted } of saidOf(message, texts, before)) {
        if (observed !== undefined) {
          const call = history.made(observed.call)
          history.answered(call, answerAt(tape, node, false))
          byPolicy.push([segments.length, 'observations', call, observed.result])
        }
        if (pasted !== undefined) byPolicy.push([segments.length, 'observations', 'pasted', { span: pasted }])
        segments.push(unread(node, message, ownPin ?? 'user-text'))
      }
    },

    ran(message, { kind, nodes }, call) {
      if (isForProgram(call)) return
      for (const node of nodes) {
        byPolicy.push([segments.length, kind, call])
        segments.push(unread(node, message, 'server-run'))
      }
    },

    segments(messages) {
      const turns = turnsIn(messages, state.spoken)
      const replace = (index: number, by: (segment: Segment) => Segment): void => {
        const segment = segments[index]
        if (segment !== undefined) segments[index] = by(segment)
      }
      for (const [index, call] of reads) replace(index, (one) => readBefore(one, call))
      for (const index of failures)
        replace(index, (one) => released(tape, one, callOf.get(index), one.message < turns.answered))
      for (const one of byPolicy) markByPolicy(tape, segments, one, history, turns)
      return segments
    },
  }
}
