// Lets moments pass until a text is as short as was asked. Moments have one order for every rate, so what a higher rate keeps
// is a subset of what a lower one keeps.

import type { KeptSpans } from '../../../core/spans.ts'
import { forever, type Part, type Prose } from './prose.ts'
import { Remains } from './remains.ts'

export interface Selection {
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

/**
 * Removes tokens until `target` is met within `tolerance`. Where one step leads too far, it stops before that step.
 * @param last the last moment of the schedule
 * @param until no later moment may pass
 */
export const selectByTokens = (
  prose: Prose,
  last: number,
  before: number,
  target: number,
  tolerance: number,
  until = last,
): Selection => {
  const remains = new Remains(prose, before)
  const events = eventsOf(prose.parts, last)
  let passed = -1
  for (let moment = 0; moment <= until && remains.tokens > target + tolerance; moment++) {
    const { tokens } = remains
    for (const part of events[moment] ?? []) remains.pass(part, moment)
    if (remains.tokens < target - tolerance) return { kept: remains.spans(moment - 1), tokens, floorReached: true }
    passed = moment
  }
  return { kept: remains.spans(passed), tokens: remains.tokens, floorReached: remains.tokens > target + tolerance }
}
