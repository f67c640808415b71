// The forms that a session's tool results can take, and from which request on they may be touched.

import { scanJson } from '../../core/json/scan.ts'
import { losslessSpans } from '../../core/lossless/lossless.ts'
import { sliceSpans } from '../../core/text/spans.ts'
import { mayBeShortened } from '../../core/transcript/transcript.ts'
import { bodiesOf } from './requests.ts'
import type { Trip } from './trip.ts'

export interface Form {
  /** Index of its message. */
  readonly message: number
  /** The first request that may touch it; infinite for none. */
  readonly touchableFrom: number
  readonly whole: string
  readonly lossless: string
  readonly lossy: string
  /** How long the engine took over it. */
  readonly milliseconds: number
}

/** Of each result: the first request in which the service, reading it, would touch it. */
const touchableFrom = (trip: Trip): Map<number, number> => {
  const first = new Map<number, number>()
  let request = 0
  for (const body of bodiesOf(trip.session, trip.setting)) {
    const tape = scanJson(body)
    const segments = tape === undefined ? [] : trip.dialect.read(tape).segments
    segments.forEach((segment, result) => {
      if (mayBeShortened(segment) && !first.has(result)) first.set(result, request)
    })
    request += 1
  }
  return first
}

const formOf = async (trip: Trip, message: number, whole: string, from: number): Promise<Form> => {
  if (from === Number.POSITIVE_INFINITY || whole === '')
    return { message, touchableFrom: Number.POSITIVE_INFINITY, whole, lossless: whole, lossy: whole, milliseconds: 0 }
  const spans = losslessSpans(whole)
  const lossless = spans === undefined ? whole : sliceSpans(whole, spans)
  const { result, milliseconds } = await trip.compressor.ask('adeline-1', whole)
  const lossy = 'abstained' in result ? lossless : sliceSpans(whole, result.kept)
  return { message, touchableFrom: from, whole, lossless, lossy, milliseconds }
}

/** One form for each tool result of the session, in order. */
export const formsOf = async (trip: Trip): Promise<Form[]> => {
  const from = touchableFrom(trip)
  const forms: Form[] = []
  for (const [message, step] of trip.session.steps.entries())
    if ('result' in step)
      forms.push(await formOf(trip, message, step.result, from.get(forms.length) ?? Number.POSITIVE_INFINITY))
  return forms
}
