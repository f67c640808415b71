// What the fields of a stage's file have in common. Knows no single field.

import * as z from 'zod'

/** A whole number within bounds. The error message names both bounds. */
export const whole = (minimum: number, maximum: number) => {
  const fault = `must be a whole number from ${minimum} to ${maximum}`
  return z.int(fault).min(minimum, fault).max(maximum, fault)
}

export const onOrOff = () => z.boolean('must be true or false')

/** Accepts `true` (all defaults) or `false` (left out) instead of the settings. */
export const orSwitch = <Settings extends z.ZodType>(settings: Settings) =>
  z.preprocess((value) => (typeof value === 'boolean' ? { enabled: value } : value), settings)

/** For a list: nothing stands in it twice. */
export const eachOnce = [
  (list: readonly string[]): boolean => new Set(list).size === list.length,
  'must name each of them once',
] as const
