// Reads server-sent events from chunks cut anywhere, for a meter that looks on. It never touches what is relayed.

import { HeldBytes } from '../runtime/held-bytes.ts'
import type { SharedBytes } from '../runtime/shared-bytes.ts'

/** An event larger than this is passed over: it cannot be held in memory for the sake of a count. */
const maxEventBytes = 8_000_000

const newline = 0x0a
const carriageReturn = 0x0d
const blankLine = Buffer.from('\n\n')

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Where events end in chunks, by the blank lines behind them, with LF and with CRLF. */
class EventEnds {
  // The last two bytes of what passed by. A stream begins as if an event had ended.
  #last = newline
  #secondLast = newline

  /** Behind the first blank line; 0 when there is none. */
  first(chunk: Uint8Array): number {
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1))
      if (this.#endsBlankLine(chunk, at)) return at + 1
    return 0
  }

  /** Behind the last blank line; 0 when there is none. */
  last(chunk: Uint8Array): number {
    for (let at = chunk.lastIndexOf(newline); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(newline, at - 1))
      if (this.#endsBlankLine(chunk, at)) return at + 1
    return 0
  }

  passed(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.#secondLast = this.#before(chunk, chunk.length - 1)
    this.#last = chunk[chunk.length - 1] ?? 0
  }

  #before(chunk: Uint8Array, at: number): number {
    return chunk[at - 1] ?? (at === 0 ? this.#last : this.#secondLast)
  }

  #endsBlankLine(chunk: Uint8Array, at: number): boolean {
    const before = this.#before(chunk, at)
    return (before === carriageReturn ? this.#before(chunk, at - 1) : before) === newline
  }
}

/** Hands on the data of each event. `text`: whole events. */
const readEvents = (text: string, onEvent: (data: string) => void): void => {
  let data = ''
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end)
    start = end + 1
    if (line.startsWith('data:')) data += `${data === '' ? '' : '\n'}${line.slice(line[5] === ' ' ? 6 : 5)}`
    if (line !== '') continue
    if (data !== '') onEvent(data)
    data = ''
  }
}

export interface EventStreamReader {
  push(chunk: Uint8Array): void
  end(): void
  /** Lets go of what is held. Nothing may be pushed any more. */
  drop(): void
}

/**
 * Feeds chunks of an event stream and hands on the data of the first event, and of every other whose text has `marker`, ASCII.
 * Tolerates LF and CRLF, comments, unknown fields and a missing last blank line (`end`). `shared`: of all large events that have begun.
 */
export const eventStreamReader = (
  marker: RegExp,
  onData: (data: string) => void,
  shared: SharedBytes,
): EventStreamReader => {
  const ends = new EventEnds()
  // Of an event that has not ended.
  const held = new HeldBytes(shared, maxEventBytes)
  let isStart = true
  let isFirst = true

  const event = (data: string): void => {
    if (isFirst || marker.test(data)) onData(data)
    isFirst = false
  }
  const read = (bytes: Uint8Array): void => {
    // In bytes as characters: that is several times as fast as to search for texts in bytes.
    if (!isFirst && !marker.test(asBuffer(bytes).toString('latin1'))) return
    const text = decoder.decode(bytes)
    readEvents(isStart && text.startsWith('\u{feff}') ? text.slice(1) : text, event)
    isStart = false
  }
  /** Ends the event that has begun in earlier chunks. */
  const endHeld = (bytes: Uint8Array): void => {
    held.add(bytes)
    if (held.isLost) isFirst = false
    else read(held.bytes())
    held.clear()
  }

  return {
    push(chunk) {
      const isBegun = held.length > 0 || held.isLost
      const first = isBegun ? ends.first(chunk) : 0
      if (isBegun && first === 0) held.add(chunk)
      else {
        if (first > 0) endHeld(chunk.subarray(0, first))
        const last = first === chunk.length ? first : ends.last(chunk)
        if (last > first) read(chunk.subarray(first, last))
        if (last < chunk.length) held.add(chunk.subarray(last))
      }
      ends.passed(chunk)
    },
    end() {
      if (held.length > 0) endHeld(blankLine)
    },
    drop: () => held.drop(),
  }
}
