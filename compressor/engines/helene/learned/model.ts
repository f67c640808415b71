// Reads the trained weights of the network, whole numbers, from one artefact whose digest the engine's version names. Defines
// the layout that training/helene writes.

import { createHash } from 'node:crypto'
import { featureCount, tableRows } from './features.ts'

/** Number of sums of a part, and of hidden units: each fills one vector register of bytes. */
export const width = 16
export const hidden = 16

export interface Model {
  /** Neighbours on each side that a part's score depends on. */
  readonly reach: number
  /** How far hidden units are shifted down before they are weighed. */
  readonly shift: number
  /** How far totals are shifted down to become points. */
  readonly pointsShift: number
  /** Added to the points. */
  readonly middle: number
  /** Share of the points of the rules that is added, in 1/256. */
  readonly ruleShare: number
  /** Below these points a text loses little. */
  readonly dispensable: number
  readonly table: Int8Array
  /** Two inputs for each hidden unit, pair of inputs by pair of inputs. */
  readonly weights: Int16Array
  readonly biases: Int32Array
  readonly outs: Int32Array
  readonly directs: Int16Array
}

const words = 10

/** Reads an artefact. Throws an error if it does not match the digest (SHA-256, hexadecimal) or has another shape. */
export const readModel = (base64: string, digest: string): Model => {
  const bytes = Buffer.from(base64, 'base64')
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    throw new Error('The weights of helene-1 are not those of its version.')
  const header = Array.from({ length: words }, (_, at) => bytes.readInt32LE(4 * at))
  const [
    rows = 0,
    columns = 0,
    units = 0,
    reach = 0,
    features = 0,
    shift = 0,
    pointsShift = 0,
    middle = 0,
    ruleShare = 0,
    dispensable = 0,
  ] = header
  if (rows !== tableRows || columns !== width || units !== hidden || features !== featureCount)
    throw new Error('The weights of helene-1 are of another shape.')
  let next = 4 * words
  const read = (count: number, size: 1 | 2 | 4): number[] => {
    const from = next
    next += count * size
    return Array.from({ length: count }, (_, at) => bytes.readIntLE(from + at * size, size))
  }
  return {
    reach,
    shift,
    pointsShift,
    middle,
    ruleShare,
    dispensable,
    table: Int8Array.from(read(rows * width, 1)),
    weights: Int16Array.from(read((2 * reach + 1) * width * hidden, 1)),
    biases: Int32Array.from(read(hidden, 4)),
    outs: Int32Array.from(read(hidden, 1)),
    directs: Int16Array.from(read(width, 2)),
  }
}
