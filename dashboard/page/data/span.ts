// What the figures of an overview are asked for by, told apart by key, mode, agent or model: days, also where hours are shown.

import { accountPath } from './api.ts'
import type { Overview } from './types.ts'

/** The days shown or, of hours, the days of UTC that they touch. */
export interface Span {
  readonly first: string | undefined
  readonly last: string | undefined
  readonly zone: string
  /** Whether the days reach beyond what is shown. */
  readonly isWider: boolean
}

const day = (at: string | undefined): string | undefined => at?.slice(0, 10)

/** The span of an overview's figures. On clocks half an hour beside UTC's, the running hour may have begun on the day of UTC before. */
export const spanOf = ({
  days,
  hours,
  zone: counted,
  asOf,
}: Pick<Overview, 'days' | 'hours' | 'zone' | 'asOf'>): Span =>
  hours === undefined
    ? { first: days[0]?.day, last: days.at(-1)?.day, zone: counted, isWider: counted !== 'UTC' }
    : { first: day(hours[0]?.hour), last: day(asOf), zone: 'UTC', isWider: true }

/** Where the figures of a span are asked for, told apart by `by`. Nowhere, of a span without days. */
export const usageOfSpan = (account: string, { first, last, zone }: Span, by: string): string | undefined =>
  first === undefined || last === undefined
    ? undefined
    : accountPath(account, `/usage?from=${first}&to=${last}&tz=${encodeURIComponent(zone)}&by=${by}`)
