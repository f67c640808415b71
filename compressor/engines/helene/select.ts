// Lets moments pass until a text is as short as was asked. Moments have one order for every rate, so what a higher rate keeps
// is a subset of what a lower one keeps.

import type { KeptSpans } from '../../../core/spans.ts'
import { forever, type Part, type Prose } from './prose.ts'
import { Remains } from './remains.ts'

export interface Selection {
  /** Everything whose time is at or before it is gone; -1 when nothing is. */
  readonly moment: number
  readonly kept: KeptSpans
  readonly tokens: number
  readonly floorReached: boolean
}

/** The parts to look at when a moment passes: each at its own and, for its white space, at that one's. */
const eventsOf = (parts: readonly Part[], last: number): readonly (readonly Part[])[] => {
  const events: Part[][] = Array.from({ length: last + 1 }, () => [])
  let chunk = -1
  for (const part of parts) {
    if (part.time < forever) events[part.time]?.push(part)
    if (part.chunk !== chunk && part.spaceTime !== part.time && part.spaceTime < forever)
      events[part.spaceTime]?.push(part)
    chunk = part.chunk
  }
  return events
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
  const events = eventsOf(prose.parts, until)
  let best = { moment: -1, tokens: before }
  for (let moment = 0; moment <= until && best.tokens > target + tolerance; moment++) {
    for (const part of events[moment] ?? []) remains.pass(part, moment)
    const { tokens } = remains
    if (tokens < target - tolerance) break
    if (tokens <= best.tokens) best = { moment, tokens }
  }
  const { moment, tokens } = best
  return { moment, kept: remains.spans(moment), tokens, floorReached: tokens > target + tolerance }
}
