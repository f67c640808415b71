// Events of a log: lines that open with a time or a level, each of which stands for itself, whatever separates it from the
// next line of its template. The first, the last and those with an unusual number tell most; the others are the middle.

import { HashMap } from '../hash-map.ts'
import { contentOf, type LineReading } from './line-reading.ts'
import { markStanding, numbersOf, RunPlace, type RunRules } from './records.ts'

/** The place of a line among the events of its template. */
export interface EventPlace {
  readonly place: number
  /** Number of events of its template. */
  readonly run: number
}

/**
 * The places of the events among the given lines, by line. Leaves out templates with fewer events than the rules ask for,
 * and events that continue in a line without a stamp. `visible` are the indices of lines with content.
 */
export const eventPlaces = (
  context: LineReading,
  visible: readonly number[],
  rules: RunRules,
): ReadonlyMap<number, EventPlace> => {
  const stamped = visible.map((line) => context.signs.isStamped(contentOf(context, line)))
  const templates = new HashMap<number[]>()
  visible.forEach((line, at) => {
    if (stamped[at] !== true || stamped[at + 1] === false) return
    const template = context.words.template[line] ?? 0
    const events = templates.get(template)
    if (events === undefined) templates.set(template, [line])
    else events.push(line)
  })
  const places = new Map<number, EventPlace>()
  for (const events of templates.values()) {
    if (events.length < rules.fewest) continue
    const standing = markStanding(events.map((line) => numbersOf(context, line, line + 1)))
    events.forEach((line, index) => {
      const isEnd = index < rules.keptFirst || index >= events.length - rules.keptLast
      const place = isEnd || standing[index] === true ? RunPlace.telling : RunPlace.middle
      places.set(line, { place, run: events.length })
    })
  }
  return places
}
