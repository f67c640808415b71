// Members that mean something together stay or go together: from when until when, from where to where, the least and the most, and an amount
// with its unit. An arrival without its departure answers half of a question, and an amount without its currency is a number.

import { hashRange, mixHash } from '../reading/hash.ts'
import { HashMap } from '../reading/hash-map.ts'
import { keyWordsOf } from '../reading/json/keys.ts'
import { factsOfKeys, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'
import { expendableBelow } from './thresholds.ts'

/** Words of one pair; what may stand for the same side stands together. */
const pairs = `start begin end|since until|departure arrival|depart arrive|departs arrives|min max|minimum maximum|low high|lower upper
  opens closes|pickup dropoff|checkin checkout|von bis|entrada salida|desde hasta|inizio fine|lat lon lng`
/** Each word of a pair, and what stands for both. */
const sideOf: ReadonlyMap<string, string> = new Map(
  pairs.split(/[|\n]/).flatMap((pair) => {
    const words = pair.trim().split(' ')
    return words.map((word): [string, string] => [word, words[0] ?? ''])
  }),
)
const unitKey = /(?:units?|currency)"\s*:/i
const units: ReadonlySet<string> = new Set('unit units currency'.split(' '))

interface Role {
  /** The same for both of a pair; 0: the name is none of a pair. */
  readonly pair: number
  readonly isUnit: boolean
}

const none: Role = { pair: 0, isUnit: false }
/** Few names have such a word, and it is cheaper to look for one than to read their words. */
const mayHaveRole = new RegExp([...sideOf.keys(), ...units].join('|'), 'i')

/** What a name says of its member. */
const roleOfName = (name: string): Role => {
  if (!mayHaveRole.test(name)) return none
  const words = keyWordsOf(name)
  const both = words.map((word) => sideOf.get(word) ?? word).join(' ')
  const isSide = words.some((word) => sideOf.has(word))
  return { pair: isSide ? hashRange(both, 0, both.length) | 1 : 0, isUnit: units.has(words.at(-1) ?? '') }
}

/** Binds those members of each record, but for what may go first. Linear in the text. */
export const bindPairs = (reading: JsonReading): void => {
  const { tree, facts, values, units: all, first } = reading
  if (!tree.names.some((name) => mayHaveRole.test(name))) return
  const roleOf = factsOfKeys(tree, roleOfName)
  const hasUnits = unitKey.test(tree.text)
  const halves = new HashMap<number>()
  const amounts = new Map<number, number[]>()
  const measured = new Map<number, number>()
  const bind = (one: number, other: number): void => {
    const better = Math.max(all.points[one] ?? 0, all.points[other] ?? 0)
    for (const unit of [one, other]) all.points[unit] = better
    all.addCompanions(one, [other])
    all.addCompanions(other, [one])
  }
  /** Of objects, what stands for the pair that their name belongs to. */
  const pairs = new Int32Array(tree.start.length)
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const isLeaf = tree.shape[piece] === PieceShape.leaf
    if ((isLeaf && (all.points[first + piece] ?? 0) < expendableBelow) || (tree.keyEnd[piece] ?? -1) < 0) continue
    const record = tree.parent[piece] ?? 0
    const { pair, isUnit } = roleOf(piece)
    pairs[piece] = pair
    if (!isLeaf) continue
    const value = values[piece] ?? ValueClass.empty
    if (isUnit && (facts.distinct[piece] !== 1 || facts.multiplicity[piece] === 1)) measured.set(record, first + piece)
    else if (hasUnits && value >= ValueClass.smallNumber && value <= ValueClass.decimal) {
      const known = amounts.get(record)
      if (known === undefined) amounts.set(record, [first + piece])
      else known.push(first + piece)
    }
    // `"start": {"at": …}, "end": {"at": …}`: the record around them has the pair, and their own names are the same.
    const around = pairs[record] ?? 0
    if (pair === 0 && around === 0) continue
    const place = pair !== 0 ? mixHash(record, pair) : placeInside(reading, record, around, piece)
    const half = halves.get(place)
    if (half === undefined) halves.set(place, first + piece)
    else bind(half, first + piece)
  }
  for (const [record, unit] of measured)
    for (const amount of amounts.get(record) ?? []) {
      if (all.points[amount] === pinnedPoints) all.points[unit] = pinnedPoints
      all.addCompanions(amount, [unit])
    }
}

const placeInside = ({ tree }: JsonReading, record: number, pair: number, piece: number): number =>
  mixHash(
    mixHash(tree.parent[record] ?? 0, pair),
    hashRange(tree.text, tree.start[piece] ?? 0, tree.keyEnd[piece] ?? 0),
  )
