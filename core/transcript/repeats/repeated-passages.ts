// Passages of few long lines, as a retrieval tool finds them again and again: where one stands again as a whole in a later text
// that stays, the earlier goes, except its first words. A passage is a whole text, or a long line of a text that no edit quotes.

import { type Span, withoutSpans } from '../../text/spans.ts'
import type { RepeatableText, Repeated } from './repeatable-text.ts'

/** So many characters stay of a passage, to the next blank: they say what it was. */
const beginning = 80
/** Less is not worth a cut. */
const fewestGone = 200

/** Half of it would be none. */
const opensBracket = (text: string): boolean => /^\s*[[{]/.test(text)

/** The same of what stands behind a heading, or in a line of its own. */
const endsInJson = (passage: string): boolean => {
  const end = passage.trimEnd().replace(/,$/, '').at(-1) ?? ''
  return '"]}'.includes(end) && /^\s*["[{]|"\s*:/.test(passage)
}

const passagesOf = ({ text, isUnquoted = false }: RepeatableText): Span[] => {
  if (opensBracket(text)) return []
  const passages: Span[] = endsInJson(text) ? [] : [[0, text.length]]
  if (!isUnquoted) return passages
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at < 0 ? text.length : at
    const isLong = end - start >= beginning + fewestGone && end - start < text.length
    if (isLong && !endsInJson(text.slice(start, end))) passages.push([start, end])
    start = end + 1
  }
  return passages
}

const goneOf = (text: string, [start, end]: Span): Span | undefined => {
  const blank = text.slice(start + beginning, start + 2 * beginning).search(/\s/)
  const from = start + beginning + blank
  return blank < 0 || end - from < fewestGone ? undefined : [from, end]
}

/** Of one conversation, whose texts are told of from the last to the first. */
export interface Passages {
  readonly isEmpty: () => boolean
  /** What goes of a text. */
  readonly look: (one: RepeatableText) => Repeated
  /** From now on a text holds its passages, except what goes of it. */
  readonly remember: (index: number, one: RepeatableText, gone: readonly Span[]) => void
}

export const repeatedPassages = (): Passages => {
  /** By its text: where it stands last. */
  const held = new Map<string, number>()
  return {
    isEmpty: () => held.size === 0,

    look(one) {
      const gone: Span[] = []
      const holders = new Set<number>()
      if (held.size === 0) return { gone, holders }
      for (const passage of passagesOf(one)) {
        const holder = held.get(one.text.slice(...passage))
        const span = holder === undefined ? undefined : goneOf(one.text, passage)
        if (holder === undefined || span === undefined) continue
        gone.push(span)
        holders.add(holder)
        if (passage[1] === one.text.length && passage[0] === 0) break
      }
      return { gone, holders }
    },

    remember(index, one, gone) {
      const passages = passagesOf(one)
      if (passages.length === 0) return
      const stays = [...withoutSpans(one.stays ?? [], gone)]
      const isLeft = ([start, end]: Span): boolean => stays.some(([from, until]) => from <= start && end <= until)
      for (const passage of passages) {
        if (!isLeft(passage)) continue
        const text = one.text.slice(...passage)
        if (!held.has(text)) held.set(text, index)
      }
    },
  }
}
