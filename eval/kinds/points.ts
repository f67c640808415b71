// At which budgets texts are measured, and for how many answers of the model each stays whole before that.

import { agedReads, type ProxiedKind, proxiedBudgets } from '../../core/compaction/decision/budgets.ts'

/** What a text is, file reads of agents that edit by commands alone included. */
export type TextKind = ProxiedKind | 'read'

/**
 * What ships: `arrival` before the model reads a text; `repeated` from its next request on, in which it may go. `aged` is what a second,
 * deeper answer would take of what has not gone for as many turns as its kind takes: it keeps references, but not the bill.
 */
export const shippedPoints = ['arrival', 'repeated', 'aged'] as const
export type ShippedPoint = (typeof shippedPoints)[number]

const agedRecords = { turns: 3, budget: 0.77 }
const agedOutput = { turns: 6, budget: 0.76 }
const agedOf = (kind: Exclude<TextKind, 'read' | 'other'>) => (kind === 'records' ? agedRecords : agedOutput)

/** A budget for all texts, or one that ships for each kind. */
export type Point = number | ShippedPoint

export const points: readonly Point[] = [
  0.5,
  0.65,
  0.68,
  0.7,
  0.72,
  0.73,
  0.74,
  0.75,
  0.76,
  0.77,
  0.8,
  ...shippedPoints,
]

export const budgetAt = (point: Point, kind: TextKind): number => {
  if (typeof point === 'number') return point
  if (kind === 'read') return agedReads.byShell.budget
  return point === 'aged' && kind !== 'other'
    ? agedOf(kind).budget
    : proxiedBudgets[point === 'arrival' ? 'arrival' : 'repeated'][kind]
}

/**
 * For how many answers of the model a text is whole, whenever the plan moves it. What is asked behind an answer may go with the next
 * request; an aged text has been answered by its own turn, by those that have passed, and by the one behind which it is asked about.
 * `whole`: for how many it is whole before a budget for all texts.
 */
export const answersBefore = (point: Point, kind: TextKind, whole = 0): number => {
  if (kind === 'read') return agedReads.byShell.turns + 2
  if (typeof point === 'number') return whole
  if (point === 'arrival') return 0
  return point === 'aged' && kind !== 'other' ? agedOf(kind).turns + 2 : 1
}
