// Looks at a response that passes by and reads what it used, and how many calls it makes. It may be wrong or silent; it can neither delay nor
// break the relay.

import type { UsageFold } from '../../dialects/dialect.ts'
import { eventStreamReader } from '../../http/event-stream.ts'
import { hasMembers, type JsonObject } from '../../json/object.ts'
import type { Usage } from '../../ledger/usage.ts'
import { HeldBytes } from '../../runtime/held-bytes.ts'
import { type SharedBytes, sharedBytes } from '../../runtime/shared-bytes.ts'
import { answerObject } from './answer-object.ts'

/** A whole JSON answer is held up to this size to be read at its end; a larger one goes unmetered. */
const maxAnswerBytes = 16_000_000

/**
 * Bounds what all meters of a process hold of large events and answers: a sixteenth of the smallest container, and two of the largest
 * answers. An answer of 128,000 tokens has less than a megabyte. `SharedBytes` says what is left out beyond the bound.
 */
export const meterMemory = (mostBytes = 32_000_000): SharedBytes => sharedBytes(mostBytes)

/** What an answer reports: what was used, or that the request was not served although its status says otherwise, or nothing. */
export type Reported = Usage | 'not-served' | undefined

export interface Meter {
  push(chunk: Uint8Array): void
  /** Whether the last event of a stream has passed: it says no more, and its client needs no more. Known while chunks are pushed. */
  hasEnded(): boolean
  /** What was reported, once nothing more will be pushed. Nothing is held from then on. */
  finish(): Reported
  /** How many calls the answer makes, once it is finished; see `UsageFold`. `undefined`: it did not come to its end, or nobody can tell. */
  calls(): number | undefined
}

/** A meter that may fail, and holds something until it is dropped. */
interface BareMeter extends Meter {
  drop(): void
}

const isError = ({ type, error }: JsonObject): boolean => type === 'error' || hasMembers(error)

/** Takes the answer's objects in their order. A request whose answer begins with an error was not served. */
const reportOf = (fold: UsageFold) => {
  let isFirst = true
  let isNotServed = false
  let ended = false
  return {
    take(text: string): void {
      try {
        ended ||= fold.last.includes(text)
        const value = answerObject(text)
        if (!hasMembers(value)) return
        isNotServed ||= isFirst && isError(value)
        ended ||= typeof value.type === 'string' && fold.last.includes(value.type)
        fold.add(value)
      } catch {
        // Not JSON: it reports nothing.
      } finally {
        isFirst = false
      }
    },
    hasEnded: () => ended,
    calls: () => fold.calls?.(),
    result: (): Reported => fold.result() ?? (isNotServed ? 'not-served' : undefined),
  }
}

const streamMeter = (fold: UsageFold, memory: SharedBytes): BareMeter => {
  const report = reportOf(fold)
  const reader = eventStreamReader(fold.marker, report.take, memory)
  return {
    push: reader.push,
    hasEnded: report.hasEnded,
    finish: () => {
      reader.end()
      return report.result()
    },
    calls: () => (report.hasEnded() ? report.calls() : undefined),
    drop: reader.drop,
  }
}

const decoder = new TextDecoder()

const jsonMeter = (fold: UsageFold, memory: SharedBytes): BareMeter => {
  const report = reportOf(fold)
  const held = new HeldBytes(memory, maxAnswerBytes)
  return {
    push: (chunk) => held.add(chunk),
    hasEnded: () => false,
    finish: () => {
      if (!held.isLost) report.take(decoder.decode(held.bytes()))
      return report.result()
    },
    calls: report.calls,
    drop: () => held.drop(),
  }
}

/** A meter that fails has nothing to report; the relay does not notice. */
const unbreakable = (meter: BareMeter): Meter => {
  let isOver = false
  let calls: number | undefined
  const over = (): void => {
    isOver = true
    meter.drop()
  }
  return {
    push(chunk) {
      if (isOver) return
      try {
        meter.push(chunk)
      } catch {
        over()
      }
    },
    hasEnded: () => !isOver && meter.hasEnded(),
    finish() {
      try {
        if (isOver) return undefined
        const reported = meter.finish()
        calls = meter.calls()
        return reported
      } catch {
        return undefined
      } finally {
        over()
      }
    },
    calls: () => calls,
  }
}

const noMeter: Meter = { push: () => {}, hasEnded: () => false, finish: () => undefined, calls: () => undefined }

/** The meter for an answer of this content type; `fold` is absent where no dialect is known. It never throws. */
export const meterFor = (fold: UsageFold | undefined, contentType: string | undefined, memory: SharedBytes): Meter => {
  if (fold === undefined || contentType === undefined) return noMeter
  if (/^text\/event-stream/i.test(contentType)) return unbreakable(streamMeter(fold, memory))
  return /^application\/([a-z.+-]+\+)?json/i.test(contentType) ? unbreakable(jsonMeter(fold, memory)) : noMeter
}
