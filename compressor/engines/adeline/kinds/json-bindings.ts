// Binds each piece of JSON to what has to stay with it: its container, the name of its record, the ends of a long run, and
// one piece in every container that was not empty.

import { hashRange, mixHash } from '../reading/hash.ts'
import { HashMap } from '../reading/hash-map.ts'
import type { Places } from '../reading/json/places.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import type { Units } from '../units/units.ts'
import { jsonRules } from '../weighing/thresholds.ts'

/** Objects with the same key twice: parsers disagree about which one counts, so all their members stay or go together. */
const repeatingObjects = (tree: JsonTree): Set<number> => {
  const seen = new HashMap<true>()
  const repeating = new Set<number>()
  for (let piece = 0; piece < tree.start.length; piece += 1) {
    const end = tree.keyEnd[piece] ?? -1
    if (end < 0) continue
    const raw = tree.text.slice(tree.start[piece] ?? 0, end)
    const name = raw.includes('\\') ? JSON.stringify(JSON.parse(raw)) : raw
    const place = mixHash(tree.parent[piece] ?? 0, hashRange(name, 0, name.length))
    if (seen.has(place)) repeating.add(tree.parent[piece] ?? 0)
    else seen.set(place, true)
  }
  return repeating
}

const append = (lists: Map<number, number[]>, key: number, value: number): void => {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

/** Sets what the units of the tree need; they begin at `first`. */
export const bindPieces = (tree: JsonTree, places: Places, units: Units, first: number): void => {
  const pieces = tree.start.length
  const repeating = repeatingObjects(tree)
  const best = new Int32Array(pieces).fill(-1)
  const companions = new Map<number, number[]>()
  for (let piece = 1; piece < pieces; piece += 1) {
    const parent = tree.parent[piece] ?? 0
    const known = best[parent] ?? -1
    if (tree.shape[parent] === PieceShape.array) {
      if (known < 0) best[parent] = piece
      const siblings = tree.children[parent] ?? 0
      const ordinal = tree.ordinal[piece] ?? 0
      if (siblings >= jsonRules.longRun && (ordinal === 1 || ordinal === siblings - 1))
        append(companions, first + parent, first + piece)
    } else if (known < 0 || (units.points[first + piece] ?? 0) > (units.points[first + known] ?? 0))
      best[parent] = piece
    if (repeating.has(parent)) append(companions, first + parent, first + piece)
  }
  for (let piece = 0; piece < pieces; piece += 1) {
    if (tree.shape[piece] === PieceShape.leaf) continue
    const identity = places.identity[piece] ?? -1
    units.also[first + piece] = first + (identity >= 0 ? identity : (best[piece] ?? 0))
  }
  for (const [unit, list] of companions) units.addCompanions(unit, list)
}
