// The parts of a command. Knows no single command.

import type { Given } from '../arguments/values.ts'
import type { Desk } from '../desk/desk.ts'
import type { Output } from '../output/output.ts'

export interface Command {
  /** One or two words. */
  readonly words: readonly string[]
  /** The one word that follows them, as the usage shows it; absent if there is none. */
  readonly argument?: string
  /** What the command does, as one sentence of the usage. */
  readonly does: string
  /** Each option with its value, as the usage shows it. */
  readonly options: Readonly<Record<string, string>>
  readonly required?: readonly string[]
  /** Options without a value; `given` holds a text for each that was given. */
  readonly flags?: readonly string[]
  /** Whether the argument may be left out. */
  readonly argumentIsOptional?: true
  /** More than a sentence, for `COMMAND --help`. */
  readonly explains?: string
  /** `argument` is empty if the command has none. Throws `Refused` or `UsageFault`. */
  run(argument: string, given: Given, desk: Desk): Promise<Output>
}
