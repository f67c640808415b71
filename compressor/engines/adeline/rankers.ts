// Rankers of editions: each keeps more leaves of JSON than the one that it is made of, whatever they are worth.

import type { Ranker } from './learned/ranker.ts'
import { pinAnswers } from './weighing/json-answers.ts'
import { type Column, columnsOf } from './weighing/json-columns.ts'
import { pinRecords } from './weighing/json-floor.ts'
import type { JsonReading } from './weighing/json-reading.ts'

/** Leaves of JSON that name their record stay, whatever the ranker makes of them. */
export const withRecords = (ranker: Ranker): Ranker => ({
  ...ranker,
  leaves: (reading) => {
    ranker.leaves(reading)
    pinRecords(reading)
  },
})

/** So do those that are what a call was made for. */
export const withAnswers = (ranker: Ranker): Ranker => ({
  ...ranker,
  keepsAnswers: true,
  leaves: (reading) => {
    ranker.leaves(reading)
    pinAnswers(reading)
  },
})

export type ColumnRule = (reading: JsonReading, columns: readonly Column[]) => void

/** The values of one member in the records of a list are judged together. */
export const withColumns = (ranker: Ranker, rules: readonly ColumnRule[]): Ranker => ({
  ...ranker,
  leaves: (reading) => {
    ranker.leaves(reading)
    const columns = columnsOf(reading)
    for (const rule of rules) rule(reading, columns)
  },
})

/** What wraps a record stays as the record does. */
export const withWrapped = (ranker: Ranker): Ranker => ({ ...withRecords(ranker), keepsWrapped: true })

/** So do samples and events with words of their own. */
export const withOwnWords = (ranker: Ranker): Ranker => ({ ...ranker, keepsOwnWords: true })
