// Which terminal control sequences a text carries. They paint; they say nothing that a model could miss.

import type { Span } from '../text/spans.ts'

const escapeUnit = 0x1b
/** Behind the escape: CSI sequences (colours, cursor, erase) and charset selections. OSC stays: hyperlinks carry addresses. */
const sequencePattern = /\[[0-?]*[ -/]*[@-~]|[()][0-9A-Za-z]/y

/** How long the sequence is, without its escape, that stands there behind one; 0: there is none. */
export const sequenceBehind = (text: string, at: number): number => {
  sequencePattern.lastIndex = at
  return sequencePattern.test(text) ? sequencePattern.lastIndex - at : 0
}

/** Whether a kept character leaves a sequence open, so that deleting what follows could complete a new one. */
type Tail = 'closed' | 'escape' | 'parameters' | 'intermediates' | 'charset'

const follow = (tail: Tail, unit: number): Tail => {
  if (unit === escapeUnit) return 'escape'
  if (tail === 'escape') return unit === 0x5b ? 'parameters' : unit === 0x28 || unit === 0x29 ? 'charset' : 'closed'
  if (tail === 'parameters' && unit >= 0x30 && unit <= 0x3f) return 'parameters'
  if ((tail === 'parameters' || tail === 'intermediates') && unit >= 0x20 && unit <= 0x2f) return 'intermediates'
  return 'closed'
}

/** Spans of the sequences, in order. Deleting them never creates a new one, so doing it twice is doing it once. */
export const ansiSequences = (text: string): Span[] => {
  const found: Span[] = []
  let index = text.indexOf('\x1b')
  let tail: Tail = 'closed'
  while (index >= 0 && index < text.length) {
    const unit = text.charCodeAt(index)
    if (unit === escapeUnit && tail === 'closed') {
      const length = sequenceBehind(text, index + 1)
      if (length > 0) {
        found.push([index, index + 1 + length])
        index += 1 + length
        continue
      }
    }
    tail = follow(tail, unit)
    index = tail === 'closed' ? text.indexOf('\x1b', index + 1) : index + 1
  }
  return found
}
