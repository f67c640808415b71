// The names that a dialect gives to what messages are made of, as they stand in a body.

import { reads } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import type { Spelling } from '../../transcript/transcript.ts'

/** In quotes. */
export interface Names {
  readonly content: string
  readonly output?: string | undefined
  readonly text: string
  readonly marker?: string | undefined
}

export const quoted = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : JSON.stringify(name)

export const namesOf = ({ content, output, text, cacheMarker }: Spelling): Names => ({
  content: JSON.stringify(content),
  output: quoted(output),
  text: JSON.stringify(text),
  marker: quoted(cacheMarker),
})

/** Whether a key has this name, in quotes; what a dialect has no name for has none. */
export const isNamed = (tape: JsonTape, key: number, name: string | undefined): boolean =>
  name !== undefined && reads(tape, key, name)
