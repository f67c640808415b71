// What becomes of the pieces of canonical texts: a text, or the bytes that a digest takes in.

import { type Hash, hash } from 'node:crypto'
import type { JsonTape } from '../../json/scan.ts'
import { encodingOf } from '../../json/utf8.ts'

/** Takes the pieces of a canonical text, in order. */
export interface Pieces {
  /** A comma, a colon, brackets or a number. */
  put(mark: string): void
  /** What stands between two offsets of the tape, or of these bytes. */
  copy(start: number, end: number, bytes?: Buffer): void
}

/** Longer pieces are digested where they stand, shorter ones together: a call costs as much as so many bytes. */
const worthACall = 1_000
/** Shorter pieces are copied byte by byte. */
const worthCopying = 32

/** Writes an ASCII mark, or a piece of a body; room is the caller's business. */
const writeMark = (mark: string, out: Buffer, at: number): void => {
  for (let index = 0; index < mark.length; index += 1) out[at + index] = mark.charCodeAt(index)
}
const writePiece = (bytes: Buffer, start: number, end: number, out: Buffer, at: number): void => {
  if (end - start >= worthCopying) bytes.copy(out, at, start, end)
  else for (let index = start; index < end; index += 1) out[at + index - start] = bytes[index] ?? 0
}

/** A text of the tape's units. */
export const textOfPieces = (tape: Pick<JsonTape, 'text' | 'bytes'>): Pieces & { readonly gathered: () => string } => {
  let all = ''
  return {
    put(mark) {
      all += mark
    },
    copy(start, end, bytes) {
      all += bytes?.toString(encodingOf(tape), start, end) ?? tape.text.slice(start, end)
    },
    gathered: () => all,
  }
}

/** Gives a digest the pieces of a body; the last ones with `finish`. */
export const digestOfPieces = (bytes: Buffer, hash: Hash): Pieces & { readonly finish: () => void } => {
  const gathered = Buffer.allocUnsafe(2 * worthACall)
  let length = 0
  const finish = (): void => {
    if (length > 0) hash.update(gathered.subarray(0, length))
    length = 0
  }
  return {
    put(mark) {
      if (length + mark.length > gathered.length) finish()
      writeMark(mark, gathered, length)
      length += mark.length
    },
    copy(start, end, part = bytes) {
      const size = end - start
      if (length + size > gathered.length || size >= worthACall) finish()
      if (size >= worthACall) {
        hash.update(part.subarray(start, end))
        return
      }
      writePiece(part, start, end, gathered, length)
      length += size
    },
    finish,
  }
}

/** Where a piece begins and ends. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Pieces that are digested several times, each time some of them: a range begins and ends where `length` was. */
interface KeptPieces extends Pieces {
  readonly length: number
  /** SHA-256 of these ranges, one after the other. */
  digestOf(ranges: readonly Range[]): Buffer
}

class KeptText implements KeptPieces {
  readonly #pieces: ReturnType<typeof textOfPieces>

  constructor(tape: Pick<JsonTape, 'text' | 'bytes'>) {
    this.#pieces = textOfPieces(tape)
    this.put = this.#pieces.put
    this.copy = this.#pieces.copy
  }

  readonly put: Pieces['put']
  readonly copy: Pieces['copy']

  get length(): number {
    return this.#pieces.gathered().length
  }

  digestOf(ranges: readonly Range[]): Buffer {
    const all = this.#pieces.gathered()
    return hash('sha256', ranges.map(({ from, to }) => all.slice(from, to)).join(''), 'buffer')
  }
}

/** Most of what the model says with a call takes less. */
const usualBytes = 1_024

class KeptBytes implements KeptPieces {
  readonly #body: Buffer
  #bytes = Buffer.allocUnsafe(usualBytes)
  length = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  put(mark: string): void {
    writeMark(mark, this.#withRoom(mark.length), this.length)
    this.length += mark.length
  }

  copy(start: number, end: number, bytes = this.#body): void {
    writePiece(bytes, start, end, this.#withRoom(end - start), this.length)
    this.length += end - start
  }

  digestOf(ranges: readonly Range[]): Buffer {
    const [only] = ranges
    if (only !== undefined && ranges.length === 1)
      return hash('sha256', this.#bytes.subarray(only.from, only.to), 'buffer')
    const together = Buffer.allocUnsafe(ranges.reduce((sum, { from, to }) => sum + to - from, 0))
    let at = 0
    for (const { from, to } of ranges) at += this.#bytes.copy(together, at, from, to)
    return hash('sha256', together, 'buffer')
  }

  #withRoom(more: number): Buffer {
    if (this.length + more > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * (this.length + more))
      this.#bytes.copy(larger, 0, 0, this.length)
      this.#bytes = larger
    }
    return this.#bytes
  }
}

/** Of a body its bytes; of a text its UTF-8. */
export const keptPieces = (tape: Pick<JsonTape, 'text' | 'bytes'>): KeptPieces =>
  tape.bytes === undefined ? new KeptText(tape) : new KeptBytes(tape.bytes)
