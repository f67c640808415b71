// A variable that is a number, in digits. JavaScript would read 0 out of a blank one, and 16 out of 0x10.

import * as z from 'zod/mini'
import { given } from './given-setting.ts'

/** Its least, its greatest, and the one that it has if nobody sets it. */
export interface Bounds {
  readonly least: number
  readonly most: number
  readonly usual: number
}

const inDigits = /^(?:\d+(?:\.\d+)?|\.\d+)$/

const read = z.pipe(
  given,
  z.transform((text) => (text === undefined ? undefined : inDigits.test(text.trim()) ? Number(text) : Number.NaN)),
)

type Ends = Omit<Bounds, 'usual'>

/** The error message names both ends, as that of a stage's file does. */
const within = ({ least, most }: Ends, fault: string) =>
  z.number(fault).check(z.minimum(least, fault), z.maximum(most, fault))

const fractionWithin = (ends: Ends) => within(ends, `must be a number from ${ends.least} to ${ends.most}`)

const wholeWithin = (ends: Ends) => {
  const fault = `must be a whole number from ${ends.least} to ${ends.most}`
  return within(ends, fault).check(z.int(fault))
}

export const whole = (bounds: Bounds) => z.pipe(read, z._default(wholeWithin(bounds), bounds.usual))

export const fraction = (bounds: Bounds) => z.pipe(read, z._default(fractionWithin(bounds), bounds.usual))

/** Without a usual one. */
export const wholeIfSet = (ends: Ends) => z.pipe(read, z.optional(wholeWithin(ends)))
