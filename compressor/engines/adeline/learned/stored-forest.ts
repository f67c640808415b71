// A learned forest as it is stored: tables in base64, and a digest that they have to match.

import { createHash } from 'node:crypto'
import type { Forest } from './forest.ts'

/** The tables of a forest in base64, little-endian. */
export interface StoredForest {
  /** SHA-256 of the base and the tables as they are written here, in the order of these fields, one per line. */
  readonly sha256: string
  readonly base: number
  readonly roots: string
  readonly feature: string
  readonly value: string
  readonly step: string
  readonly low: string
  readonly high: string
}

const int16s = (base64: string): Int16Array => {
  const bytes = bytesOf(base64)
  return Int16Array.from({ length: bytes.byteLength / 2 }, (_, at) => bytes.getInt16(2 * at, true))
}

const bytesOf = (base64: string): DataView => {
  const bytes = Buffer.from(base64, 'base64')
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Reads a stored forest. Throws an error if its tables do not match its digest. */
export const readForest = ({ sha256, base, ...tables }: StoredForest): Forest => {
  const { roots, feature, value, step, low, high } = tables
  const digest = createHash('sha256').update([base, roots, feature, value, step, low, high].join('\n')).digest('hex')
  if (digest !== sha256) throw new Error('the tables of the ranker do not match their digest')
  const [root, asked, left] = [bytesOf(roots), bytesOf(feature), bytesOf(step)]
  return {
    base,
    roots: Int32Array.from({ length: root.byteLength / 4 }, (_, at) => root.getInt32(4 * at, true)),
    feature: Uint8Array.from({ length: asked.byteLength }, (_, at) => asked.getUint8(at)),
    value: int16s(value),
    step: Uint16Array.from({ length: left.byteLength / 2 }, (_, at) => left.getUint16(2 * at, true)),
    low: int16s(low),
    high: int16s(high),
  }
}
