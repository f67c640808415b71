// Finds an option that a command line says twice.

import { repeated } from './repeated.ts'

/** What Node's `parseArgs` tells of a word, if it is asked for `tokens`. */
interface Token {
  readonly kind: string
  readonly name?: string
  readonly value?: string | undefined
}

/** The first option that has two values: one would count for nothing. `repeatable`: options that take several. */
export const givenTwice = (tokens: readonly Token[], repeatable: readonly string[] = []): string | undefined =>
  repeated(
    tokens.flatMap(({ name, value }) =>
      name !== undefined && value !== undefined && !repeatable.includes(name) ? [name] : [],
    ),
  )
