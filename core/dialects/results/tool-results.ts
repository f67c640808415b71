// Tool results in a request body, whatever the dialect calls them: which text they hold and why it may not be touched.

import type { Members } from '../../json/object-members.ts'
import type { JsonTape } from '../../json/scan.ts'
import { StringValue } from '../../json/strings/value.ts'
import { type InPieces, nothingLeft } from '../../runtime/pieces.ts'
import type { ToolCall } from '../../transcript/calls/tool-call.ts'
import { fileHistory } from '../../transcript/file-history.ts'
import type { MadeCall } from '../../transcript/history-state.ts'
import type { PinReason, Segment, ServerKind } from '../../transcript/may-be-shortened.ts'
import type { Message } from '../../transcript/message.ts'
import type { ReadState } from '../../transcript/read-state.ts'
import { ResultSegment } from '../../transcript/result-segment.ts'
import { hasOnly } from '../members/known-members.ts'
import { answerAt } from './answer-at.ts'
import { type NamedCalls, namedCalls } from './named-calls.ts'
import { isLongFailure, onceTold } from './once-told.ts'
import { lookOf } from './result-look.ts'
import type { ResultText } from './result-texts.ts'
import { saidReader } from './said-reader.ts'

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

/** For one body, whose reader stands at `state`. */
export const toolResults = (tape: JsonTape, state: ReadState): ToolResults => {
  const { segments, failures, callOf, byPolicy } = state
  const history = fileHistory(state.history)
  const saidOf = saidReader(tape)

  const addText = ({ call, message }: ToolResult, pinned: PinReason | undefined, [node, ownPin]: ResultText): void => {
    // A block's own reason outlives the file's.
    const told = ownPin ?? pinned
    if (told === undefined && call !== undefined) {
      const value = new StringValue(tape, node)
      segments.push(new ResultSegment({ node, message }, value, () => lookOf(history, value, call)))
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

    segments: (messages) => onceTold(tape, state, history, messages),
  }
}
