// Lets moments pass until a text is as short as was asked. Moments have one order for every rate, so what a higher rate keeps
// is a subset of what a lower one keeps.

import type { KeptSpans } from '../../../../core/text/spans.ts'
import type { Part, Prose } from '../reading/prose.ts'
import { Remains } from './remains.ts'

export interface Selection {
  /** Everything whose time is at or before it is gone; -1 when nothing is. */
  readonly moment: number
  readonly kept: KeptSpans
  readonly floorReached: boolean
}

/** Which parts to look at when each moment passes: indexes, moment by moment. */
interface Events {
  /** Where the indexes of each moment begin in `order`; one more than there are moments. */
  readonly starts: Int32Array
  readonly order: Int32Array
}

/** A part is looked at when it goes and, for the white space before its chunk, when that goes. */
const eventsOf = (parts: readonly Part[], last: number): Events => {
  const moments = new Int32Array(2 * parts.length)
  const starts = new Int32Array(last + 2)
  const happens = (moment: number): number => {
    if (moment < 0 || moment > last) return -1
    starts[moment + 1] = (starts[moment + 1] ?? 0) + 1
    return moment
  }
  let chunk = -1
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    const { time, spaceTime } = part
    moments[2 * at] = happens(time)
    moments[2 * at + 1] = part.chunk !== chunk && spaceTime !== time ? happens(spaceTime) : -1
    chunk = part.chunk
  }
  for (let moment = 0; moment <= last; moment++) starts[moment + 1] = (starts[moment + 1] ?? 0) + (starts[moment] ?? 0)
  const order = new Int32Array(starts[last + 1] ?? 0)
  const free = starts.slice()
  for (let event = 0; event < moments.length; event++) {
    const moment = moments[event] ?? -1
    if (moment < 0) continue
    const place = free[moment] ?? 0
    order[place] = event >> 1
    free[moment] = place + 1
  }
  return { starts, order }
}

export interface Aim {
  /** Exact o200k tokens of the whole text. */
  readonly tokens: number
  readonly target: number
  readonly tolerance: number
  /** No later moment may pass. */
  readonly until: number
}

/**
 * Removes tokens until `target` is met within `tolerance`. Where one step leads too far, or nothing more may go, it takes
 * the shortest text that it came across: now and then a text has more tokens without a word than with it.
 */
export const select = (prose: Prose, { tokens: before, target, tolerance, until }: Aim): Selection => {
  const remains = new Remains(prose, before)
  const { parts } = prose
  const { starts, order } = eventsOf(parts, until)
  let best = { moment: -1, tokens: before }
  for (let moment = 0; moment <= until && best.tokens > target + tolerance; moment++) {
    for (let event = starts[moment] ?? 0; event < (starts[moment + 1] ?? 0); event++) {
      const part = parts[order[event] ?? -1]
      if (part !== undefined) remains.pass(part, moment)
    }
    const { tokens } = remains
    if (tokens < target - tolerance) break
    if (tokens <= best.tokens) best = { moment, tokens }
  }
  const { moment, tokens } = best
  return { moment, kept: remains.spans(moment), floorReached: tokens > target + tolerance }
}
