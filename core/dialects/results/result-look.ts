// What a result is, by its call and by what it says: a file read, records, or what a shell printed. A file read may be out of date once
// all of the body is told.

import type { JsonTape } from '../../json/scan.ts'
import { StringValue } from '../../json/strings/value.ts'
import { looksLikeFile } from '../../transcript/answers/answer-shape.ts'
import { pinByCall } from '../../transcript/calls/tool-call.ts'
import type { FileHistory } from '../../transcript/file-history.ts'
import type { MadeCall } from '../../transcript/history-state.ts'
import type { Segment } from '../../transcript/may-be-shortened.ts'
import { type Look, ResultSegment } from '../../transcript/result-segment.ts'
import { hasRecords, insideEnvelope, isOfRecords, looksRead } from './inside-result.ts'

export const filesOf = (call: MadeCall | undefined): Pick<Segment, 'files'> =>
  call === undefined || call.reads.length === 0 ? {} : { files: call.reads.map(({ path }) => path) }

export const segmentKind = (isRecords: boolean, call: MadeCall | undefined): Pick<Segment, 'kind'> => {
  if (isRecords) return { kind: 'records' }
  return call?.inShell === true ? { kind: 'shell' } : {}
}

/** What a look at an answer tells whose call says nothing of files. */
export const lookAt = (value: StringValue, call: MadeCall): Look => {
  // Asked for first: it tells how the value opens as well.
  const { beginning } = value
  const inside = insideEnvelope(value)
  const isFile = inside === undefined ? looksLikeFile(beginning, call.inShell) : looksRead(inside, call.inShell)
  return isFile ? { pinned: 'file-read' } : segmentKind(hasRecords(value, inside), call)
}

/** What is shown of files by a call that names them: out of date where the history says so. */
const shownBy = (history: FileHistory, call: MadeCall, look: Look, value: StringValue): Look => {
  const shown = { ...look, ...filesOf(call), shownBy: call }
  return history.isSuperseded(call) ? { ...shown, ...segmentKind(isOfRecords(value), call), superseded: true } : shown
}

/** By its call, and by what it says. */
export const lookOf = (history: FileHistory, value: StringValue, call: MadeCall): Look => {
  const look: Look = call.mayRead ? { pinned: pinByCall(call) } : lookAt(value, call)
  return look.pinned === undefined || call.reads.length === 0 ? look : shownBy(history, call, look, value)
}

/** A file read of a beginning that is known. Most go as they were sent, and nobody asks whether they are out of date. */
export const readBefore = (tape: JsonTape, history: FileHistory, segment: Segment, call: MadeCall): Segment => {
  const value = new StringValue(tape, segment.node, segment.noted)
  return new ResultSegment(segment, value, () => shownBy(history, call, { pinned: segment.pinned }, value))
}
