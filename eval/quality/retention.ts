// What must not silently go: numbers, denials with what they deny, names, ids, addresses, paths. Finds them in a text once,
// and says how many of them are left whole. Knows no engine.

import type { KeptSpans, Span } from '../../core/text/spans.ts'
import type { Tally } from '../../testkit/report/intervals.ts'
import { hardAtoms } from '../measures/atoms.ts'
import type { Block } from '../measures/carriers.ts'
import { isStopWord } from '../measures/stop-words.ts'
import { holds } from '../measures/survival.ts'

const denial = "\\b(?:no|not|never|none|nor|neither|nobody|nothing|nowhere|without|cannot|[a-z]+n['’]t)\\b"

const patterns: Readonly<Record<string, RegExp>> = {
  numbers: /[\p{L}\d.,/%$€£-]*\d[\p{L}\d%]*/gu,
  denials: new RegExp(denial, 'gi'),
  names: /(?<=[\p{Ll},;] )\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)*/gu,
  addresses: /https?:\/\/[^\s"'<>)\]}]*[\w/]/g,
  // Two slashes or an extension: "and/or" is none.
  paths: /(?<![\w:/.])(?=[\w.@~+-]*\/(?:[\w.@~+-]*\/|[\w@~+-]*\.\w))[\w.@~+/-]*\w/g,
}
/** A denial and the first word behind it that carries meaning, in the same clause. */
const scoped = new RegExp(`(${denial})((?:[ \\t]+\\w+){1,6})`, 'gi')

/** What is looked for, in the order of the table. */
export const retentionNames = [
  'numbers',
  'denials',
  'denials with scope',
  'names',
  'ids',
  'addresses',
  'paths',
] as const
export type RetentionName = (typeof retentionNames)[number]

/** Each thing that may be retained, as the spans that make it up. */
type Places = Readonly<Partial<Record<string, readonly (readonly Span[])[]>>>

const scopesOf = (text: string): Span[][] =>
  [...text.matchAll(scoped)].flatMap(({ 1: cue = '', 2: rest = '', index }) => {
    const word = [...rest.matchAll(/\w+/g)].find(({ 0: each }) => !isStopWord(each))
    if (word === undefined) return []
    const start = index + cue.length + word.index
    return [
      [
        [index, index + cue.length],
        [start, start + word[0].length],
      ],
    ]
  })

/** Identifiers: values with a digit and a letter, or joined words, that are neither addresses nor paths. */
const idsOf = (text: string): Span[][] => {
  const found: Span[][] = []
  let from = 0
  for (const atom of hardAtoms(text)) {
    const start = text.indexOf(atom, from)
    if (start < 0) continue
    from = start + atom.length
    if (!atom.includes('/') && /\p{L}/u.test(atom)) found.push([[start, from]])
  }
  return found
}

const placesOf = (text: string): Places => {
  const places: Record<string, Span[][]> = {}
  for (const [name, pattern] of Object.entries(patterns))
    places[name] = [...text.matchAll(pattern)].map(({ 0: match, index }) => [[index, index + match.length]])
  return { ...places, 'denials with scope': scopesOf(text), ids: idsOf(text) }
}

const known = new WeakMap<Block, Places>()

/** Whether the stretch is left whole. `undefined` keeps everything. */
export const isWhole = (kept: KeptSpans | undefined, [start, end]: Span): boolean =>
  kept === undefined || holds(kept, start, end)

/** How many of each there are in the text, and how many of them are left whole. `undefined` keeps everything. */
export const retention = (block: Block, kept: KeptSpans | undefined): ReadonlyMap<RetentionName, Tally> => {
  const places = known.get(block) ?? placesOf(block.text)
  known.set(block, places)
  return new Map(
    retentionNames.map((name): [RetentionName, Tally] => {
      const all = places[name] ?? []
      return [name, [all.length, all.filter((spans) => spans.every((span) => isWhole(kept, span))).length]]
    }),
  )
}
