// At which budgets texts are measured, and for how many answers of the model each stays whole before that.

import { agedReads, proxiedBudgetOf } from '../../core/access/policy.ts'
import type { ResultKind } from '../../core/transcript/may-be-shortened.ts'

/** What a text is, file reads of agents that edit by commands alone included. */
export type TextKind = ResultKind | 'read'

/**
 * What ships: `arrival` before the model reads a text; `repeated` from its next request on, in which it may go. `aged` is what a second,
 * deeper answer would take of what has not gone for as many turns as its kind takes: it keeps references, but not the bill.
 */
export const shippedPoints = ['arrival', 'repeated', 'aged'] as const
export type ShippedPoint = (typeof shippedPoints)[number]

const aged: Readonly<Record<ResultKind, { turns: number; budget: number }>> = {
  records: { turns: 3, budget: 0.77 },
  shell: { turns: 6, budget: 0.76 },
}

/** A budget for all texts, from when they are first sent; or one that ships for each kind. */
export type Point = number | ShippedPoint

export const points: readonly Point[] = [0.5, 0.6, 0.65, 0.68, 0.7, 0.72, 0.73, 0.74, 0.77, ...shippedPoints]

export const budgetAt = (point: Point, kind: TextKind | undefined): number => {
  if (typeof point === 'number') return point
  if (kind === 'read') return agedReads.byShell.budget
  return point === 'aged' && kind !== undefined
    ? aged[kind].budget
    : proxiedBudgetOf(kind, point === 'arrival' ? 'arrival' : 'repeated')
}

/**
 * For how many answers of the model a text is whole, whenever the plan moves it. What is asked behind an answer may go with the next
 * request; an aged text has been answered by its own turn, by those that have passed, and by the one behind which it is asked about.
 */
export const answersBefore = (point: Point, kind: TextKind | undefined): number => {
  if (kind === 'read') return agedReads.byShell.turns + 2
  if (typeof point === 'number' || point === 'arrival') return 0
  return point === 'aged' && kind !== undefined ? aged[kind].turns + 2 : 1
}
