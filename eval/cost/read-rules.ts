// What is done with results of file reads, three ways: for measuring only. The service itself has the middle one.

import type { Dialect } from '../../core/dialects/dialect.ts'
import { stringOf } from '../../core/json/read.ts'
import type { JsonTape } from '../../core/json/scan.ts'
import type { Segment } from '../../core/transcript/may-be-shortened.ts'
import type { Transcript } from '../../core/transcript/transcript.ts'

export const readRules = ['pinned', 'superseded', 'touchable'] as const
/** Byte-exact for ever; byte-exact until what was read is read again, the same part, or written anew; never byte-exact. */
export type ReadRule = (typeof readRules)[number]

const isRead = ({ pinned }: Segment): boolean => pinned === 'file-read'

const pinnedForEver = (segment: Segment): Segment => {
  const { superseded: _, ...rest } = segment
  return isRead(segment) ? { ...rest, text: '' } : segment
}

const neverPinned =
  (tape: JsonTape) =>
  (segment: Segment): Segment => {
    if (!isRead(segment)) return segment
    const { node, message } = segment
    return { node, message, text: stringOf(tape, node) ?? '' }
  }

/** The dialect, reading with another rule. */
export const readingBy = (dialect: Dialect, rule: ReadRule): Dialect => {
  if (rule === 'superseded') return dialect
  const change = (transcript: Transcript): Transcript => ({
    ...transcript,
    segments: transcript.segments.map(rule === 'pinned' ? pinnedForEver : neverPinned(transcript.tape)),
  })
  return {
    ...dialect,
    *read(tape) {
      return change(yield* dialect.read(tape))
    },
  }
}
