// What the endpoints of the command line answer.

import type * as z from 'zod'
import type { answers } from './answers.ts'

export type CliMe = Readonly<z.infer<(typeof answers)['cli-me']>>
export type CliAccount = CliMe['account']
export type CliPerson = CliMe['person']
