// Which rows of a breakdown are shown where there is room for a few: never only those that look well.

import type { UsageRow } from './types.ts'

const mostRows = 8

type Weighed = Pick<UsageRow, 'net' | 'exchanges'>

export interface Heaviest<Row> {
  /** The net falls from row to row: what cost more stands last. */
  readonly rows: readonly Row[]
  readonly leftOut: readonly Row[]
}

const heavierFirst = (one: Weighed, other: Weighed): number =>
  Math.abs(other.net) - Math.abs(one.net) || other.exchanges - one.exchanges

/** Those whose net is largest either way, so that no small saving hides a cost; of equal ones those with more exchanges. */
export const heaviest = <Row extends Weighed>(all: readonly Row[]): Heaviest<Row> => {
  const ordered = [...all].sort(heavierFirst)
  return {
    rows: ordered.slice(0, mostRows).sort((one, other) => other.net - one.net),
    leftOut: ordered.slice(mostRows),
  }
}
