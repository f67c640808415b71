// A variable that is a number. JavaScript would read 0 out of a blank one.

import * as z from 'zod/mini'
import { given } from './given-setting.ts'

/** Its least, its greatest, and the one that it has if nobody sets it. */
export interface Bounds {
  readonly least: number
  readonly most: number
  readonly usual: number
}

const read = z.pipe(
  given,
  z.transform((text) => (text === undefined ? undefined : Number(text))),
)

const within = ({ least, most }: Omit<Bounds, 'usual'>) => z.number().check(z.minimum(least), z.maximum(most))

export const whole = (bounds: Bounds) => z.pipe(read, z._default(within(bounds).check(z.int()), bounds.usual))

export const fraction = (bounds: Bounds) => z.pipe(read, z._default(within(bounds), bounds.usual))

/** Without a usual one. */
export const wholeIfSet = (bounds: Omit<Bounds, 'usual'>) => z.pipe(read, z.optional(within(bounds).check(z.int())))
