// What the endpoints of the command line answer, and of how many days they are asked.

import type * as z from 'zod'
import type { answers } from './answers.ts'

export type CliMe = Readonly<z.infer<(typeof answers)['cli-me']>>
export type CliAccount = CliMe['account']
export type CliPerson = CliMe['person']

/** So many days are told one by one at most, to the page too. */
export const mostDays = 92
