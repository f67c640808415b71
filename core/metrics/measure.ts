// Where counts, times and traces go, as the core sees it.

import type { Receipt } from '../ledger/receipt.ts'
import type { Incident, MetricName } from './names.ts'

/** Counts of things that should not happen. */
export type CountMetric = (name: Incident) => void

/** What was counted and timed, by the metric's name. */
export type Measurements = Readonly<Partial<Record<MetricName, number>>>

/** Adds to the metrics. Never throws, never waits: they are printed behind the answers. */
export type Measure = (measurements: Measurements) => void

/** Tells what happened to where traces are kept, if this request is traced. Never throws, never waits. */
export type Trace = (receipt: Receipt) => void
