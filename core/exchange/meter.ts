// Looks at a response that passes by and reads what it used. It may be wrong or silent; it can neither delay nor break the relay.

import type { UsageFold } from '../dialects/dialect.ts'
import { eventStreamReader } from '../http/event-stream.ts'
import type { Usage } from '../ledger/usage.ts'

/** A whole JSON answer is held up to this size to be read at its end; a larger one goes unmetered. */
const maxHeldBytes = 16_000_000

/** What an answer reports: what was used, that the request failed after all although its status is none of a failure, or nothing. */
export type Reported = Usage | 'refused' | undefined

export interface Meter {
  push(chunk: Uint8Array): void
  /** What was reported, once nothing more will be pushed. */
  finish(): Reported
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isError = ({ type, error }: Readonly<Record<string, unknown>>): boolean => type === 'error' || isObject(error)

/** Takes the answer's objects in their order: one that begins with an error is none. */
const reportOf = (fold: UsageFold) => {
  let isFirst = true
  let refused = false
  return {
    take(text: string): void {
      try {
        const value: unknown = JSON.parse(text)
        if (!isObject(value)) return
        refused ||= isFirst && isError(value)
        fold.add(value)
      } catch {
        // Not JSON: it reports nothing.
      } finally {
        isFirst = false
      }
    },
    result: (): Reported => fold.result() ?? (refused ? 'refused' : undefined),
  }
}

const streamMeter = (fold: UsageFold): Meter => {
  const report = reportOf(fold)
  const reader = eventStreamReader(fold.marker, report.take)
  return {
    push: (chunk) => reader.push(chunk),
    finish: () => {
      reader.end()
      return report.result()
    },
  }
}

const jsonMeter = (fold: UsageFold): Meter => {
  const report = reportOf(fold)
  const chunks: Uint8Array[] = []
  let held = 0
  return {
    push: (chunk) => {
      held += chunk.byteLength
      if (held <= maxHeldBytes) chunks.push(chunk)
      else chunks.length = 0
    },
    finish: () => {
      if (held <= maxHeldBytes) report.take(new TextDecoder().decode(Buffer.concat(chunks)))
      return report.result()
    },
  }
}

const noMeter: Meter = { push: () => {}, finish: () => undefined }

/** The meter for an answer of this content type; `fold` is absent where no dialect is known. */
export const meterFor = (fold: UsageFold | undefined, contentType: string | undefined): Meter => {
  if (fold === undefined || contentType === undefined) return noMeter
  if (/^text\/event-stream/i.test(contentType)) return streamMeter(fold)
  return /^application\/([a-z.+-]+\+)?json/i.test(contentType) ? jsonMeter(fold) : noMeter
}
