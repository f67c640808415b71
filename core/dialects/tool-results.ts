// Tool results in a request body, whatever the dialect calls them: which text they hold and why it may not be touched.

import { endOf, type Members, startOf, stringOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import { looksLikeFile } from '../transcript/answer-shape.ts'
import { fileHistory, type MadeCall } from '../transcript/file-history.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import type { PinReason, Segment } from '../transcript/transcript.ts'
import { hasOnly } from './members.ts'
import type { ResultText } from './result-texts.ts'

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

/** The calls and results of one body, to be told of in the order of the body. */
export interface ToolResults {
  made(call: ToolCall): MadeCall
  add(result: ToolResult): void
  /** The segments of all results, once all are told. */
  segments(): readonly Segment[]
}

const pinOf = (result: ToolResult): PinReason | undefined => {
  if (!hasOnly(result.members, result.known)) return 'unknown-shape'
  if (result.isError) return 'error-result'
  if (result.call === undefined) return 'unknown-call'
  return result.call.mayRead ? 'file-read' : undefined
}

/** Enough of an answer to tell whether it is one. */
const beginningLength = 300

/** Of one body. */
export const toolResults = (tape: JsonTape): ToolResults => {
  const segments: Segment[] = []
  const history = fileHistory()
  /** The file reads among the segments, by index. */
  const reads: [index: number, call: MadeCall][] = []

  const answer = (call: MadeCall, content: number, failed: boolean): void => {
    const start = startOf(tape, content)
    const end = endOf(tape, content)
    const beginning = tape.text.slice(start, Math.min(end, start + beginningLength))
    history.answered(call, { failed, beginning, characters: end - start })
  }

  return {
    made: history.made,

    add(result) {
      const { call, content, message, texts } = result
      if (call !== undefined && content !== undefined) answer(call, content, result.isError)
      const pinned = pinOf(result)
      for (const [node, ownPin] of texts) {
        // A block's own reason outlives the file's.
        const text = ownPin === undefined && pinned === undefined ? (stringOf(tape, node) ?? '') : ''
        const looksRead = text !== '' && looksLikeFile(text, call?.inShell === true)
        const reason = ownPin ?? pinned ?? (looksRead ? 'file-read' : undefined)
        if (reason === 'file-read' && call !== undefined) reads.push([segments.length, call])
        if (reason === undefined) segments.push({ node, message, text })
        else segments.push({ node, message, text: '', pinned: reason })
      }
    },

    segments() {
      for (const [index, call] of reads) {
        const segment = segments[index]
        if (segment === undefined || !history.isSuperseded(call)) continue
        segments[index] = { ...segment, text: stringOf(tape, segment.node) ?? '', superseded: true }
      }
      return segments
    },
  }
}
