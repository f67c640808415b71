// The parts of a command. Knows no single command.

import type { Line } from '../terminal/terminal.ts'
import type { World } from '../world/world.ts'

/** The words after a command's name, understood. */
export interface Given {
  /** Options with their texts; flags are `true`. */
  readonly options: Readonly<Record<string, string | true | undefined>>
  /** Words that are no options. */
  readonly words: readonly string[]
  /** Of a command that passes words on: everything that is meant for the other program, as it came. */
  readonly rest: readonly string[]
  /** Whether the result is wanted as JSON. */
  readonly json: boolean
}

/** What a command has to say. One that has printed everything itself leaves both out. */
export interface Outcome {
  /** What `--json` prints. */
  readonly document?: unknown
  /** What is printed for people. */
  readonly lines?: readonly Line[]
  /** @default 0 */
  readonly exitCode?: number
}

export interface Command {
  readonly name: string
  /** What may follow the name, as the help shows it. */
  readonly usage: string
  /** One line for the help. */
  readonly does: string
  /** By name without dashes: a flag, or an option that takes a text. */
  readonly options: Readonly<Record<string, 'flag' | 'text'>>
  /** How many words that are no options it takes at most. */
  readonly maxWords: number
  /**
   * Whether words are another program's: from the first one on that is neither an option of this command nor its first
   * word, or from behind `--`, everything is passed on as it came.
   */
  readonly passesOn?: true
  /** Throws `Failed` or `NotUnderstood`. */
  run(given: Given, world: World): Promise<Outcome>
}
