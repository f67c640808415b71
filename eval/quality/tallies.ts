// Sums of tallies by measure, of one document, and their shares over documents. Arithmetic only.

import { type Share, shareOf, type Tally } from '../../testkit/report/intervals.ts'

/** Of one document: for each measure, how many there are and how many count. */
export class Tallies {
  private readonly sums = new Map<string, Tally>()

  add(measure: string, [all, counted]: Tally): this {
    const [allBefore, countedBefore] = this.sums.get(measure) ?? [0, 0]
    this.sums.set(measure, [allBefore + all, countedBefore + counted])
    return this
  }

  addAll(tallies: ReadonlyMap<string, Tally>): this {
    for (const [measure, tally] of tallies) this.add(measure, tally)
    return this
  }

  of(measure: string): Tally {
    return this.sums.get(measure) ?? [0, 0]
  }

  get measures(): readonly string[] {
    return [...this.sums.keys()]
  }
}

export interface Measure extends Share {
  /** How many there are in all documents. */
  readonly all: number
}

/** Every measure that has anything to count, with its 95 % interval by document. */
export const measuresOf = (documents: readonly Tallies[]): Readonly<Record<string, Measure>> => {
  const names = [...new Set(documents.flatMap(({ measures }) => measures))]
  const measures: Record<string, Measure> = {}
  for (const name of names) {
    const tallies = documents.map((document) => document.of(name))
    const all = tallies.reduce((sum, [each]) => sum + each, 0)
    if (all > 0) measures[name] = { all, ...shareOf(tallies) }
  }
  return measures
}
