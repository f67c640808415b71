// What survives a deletion: which references still have a carrier, and how many tokens went.

import type { KeptSpans } from '../../core/text/spans.ts'
import type { Tally } from '../../testkit/report/intervals.ts'
import type { Block, Occurrence } from './carriers.ts'
import type { Reference } from './forward-references.ts'

/** What a system keeps of a block at the time of a message; `undefined` for everything. */
export type KeptAt = (block: Block, message: number) => KeptSpans | undefined

/** Index of the last span that starts at or before the offset, or -1. */
const spanBefore = (spans: KeptSpans, offset: number): number => {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.[0] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Whether every character of the stretch is left, in its place. Spans that touch are one. */
export const holds = (spans: KeptSpans, start: number, end: number): boolean => {
  let position = start
  for (let index = spanBefore(spans, start); index >= 0 && index < spans.length; index += 1) {
    const [from, until] = spans[index] ?? [0, 0]
    if (from > position) return false
    position = Math.max(position, until)
    if (position >= end) return true
  }
  return false
}

/** Every word token of the occurrence is kept; white space between them does not count. */
export const survives = ({ block, start, end }: Occurrence, spans: KeptSpans | undefined): boolean => {
  if (spans === undefined) return true
  const { text } = block
  let from = start
  for (let at = start; at <= end; at += 1) {
    const isEnd = at === end || text[at] === ' ' || text[at] === '\n' || text[at] === '\t'
    if (!isEnd) continue
    if (at > from && !holds(spans, from, at)) return false
    from = at + 1
  }
  return true
}

const groups = {
  all: () => true,
  argument: ({ kind }) => kind === 'argument',
  answer: ({ kind }) => kind === 'answer',
  sole: ({ sole }) => sole,
  aged: ({ aged }) => aged,
} as const satisfies Record<string, (reference: Reference) => boolean>

export type Group = keyof typeof groups
export const groupNames: readonly Group[] = ['all', 'argument', 'answer', 'sole', 'aged']

/** Whether the reference keeps a carrier that `counts`. */
export const isAlive = (reference: Reference, keptAt: KeptAt, counts: (carrier: Occurrence) => boolean): boolean =>
  reference.carriers.some((carrier) => survives(carrier, keptAt(carrier.block, reference.usedAt)) && counts(carrier))

/** How many references of the group there are, and how many keep a carrier. */
export const survivorsOf = (references: readonly Reference[], keptAt: KeptAt, group: Group): Tally => {
  const members = references.filter(groups[group])
  return [members.length, members.filter((reference) => isAlive(reference, keptAt, () => true)).length]
}
