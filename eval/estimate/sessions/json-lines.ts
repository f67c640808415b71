// Reads a file of one JSON object a line, piece by piece: a bad, cut or enormous line is counted and left out, and nothing
// after it is lost.

import { closeSync, openSync, readSync } from 'node:fs'
import { isObject, type JsonObject } from '../../../core/json/object.ts'

export type Line = JsonObject

/** How many lines of a file could not be used, by reason. */
export interface LineFaults {
  broken: number
  enormous: number
  /** The file ends within a line: an agent may be writing it. */
  cut: number
}

export const noFaults = (): LineFaults => ({ broken: 0, enormous: 0, cut: 0 })

const pieceBytes = 1_048_576
/** Longer lines hold pictures or files that no request carries as text. */
const longestLineBytes = 32_000_000
const newline = 10

/** The object that a text spells as JSON, if it does. */
export const objectIn = (text: string): Line | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The lines of a file as bytes, however long the file; `undefined` for one that is too long. The last is without its newline if the file is
 * cut. Throws what the file system throws.
 */
export function* rawLinesOf(path: string, longest: number): Generator<{ bytes: Buffer | undefined; ended: boolean }> {
  const file = openSync(path, 'r')
  try {
    let waiting: Buffer[] = []
    let length = 0
    const taken = (end: Buffer): Buffer | undefined => {
      const bytes = length + end.length > longest ? undefined : Buffer.concat([...waiting, end])
      waiting = []
      length = 0
      return bytes
    }
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes)
      const read = readSync(file, piece, 0, pieceBytes, null)
      if (read === 0) break
      let from = 0
      for (let at = piece.indexOf(newline); at >= 0 && at < read; at = piece.indexOf(newline, from)) {
        yield { bytes: taken(piece.subarray(from, at)), ended: true }
        from = at + 1
      }
      length += read - from
      if (length <= longest) waiting.push(piece.subarray(from, read))
      else waiting = []
    }
    if (length > 0) yield { bytes: taken(Buffer.alloc(0)), ended: false }
  } finally {
    closeSync(file)
  }
}

/** Every object of the file, in order. Counts in `faults` what is left out. Throws what the file system throws. */
export function* jsonLinesOf(path: string, faults: LineFaults, longest = longestLineBytes): Generator<Line> {
  for (const { bytes, ended } of rawLinesOf(path, longest)) {
    const text = bytes?.toString('utf8').trim()
    if (text === undefined) faults.enormous += 1
    else if (text !== '') {
      const line = objectIn(text)
      if (line !== undefined) yield line
      else if (ended) faults.broken += 1
      else faults.cut += 1
    }
  }
}
