// The names that a dialect gives to what messages are made of, as they stand in a body.

import { reads } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import type { Roles, Spelling } from '../../transcript/transcript.ts'

/** In quotes. */
export interface Names {
  readonly content: string
  readonly output?: string | undefined
  readonly text: string
  readonly marker?: string | undefined
  readonly joined?: Roles | undefined
}

/** How every dialect calls what a block or an item is. */
export const typeName = '"type"'

/** No message, block or item has more members: more are left in their order, and beyond so many nobody looks. */
export const mostMembers = 64

export const quoted = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : JSON.stringify(name)

const quotedRoles = ({ member, client, model }: Roles): Roles => ({
  member: JSON.stringify(member),
  client: JSON.stringify(client),
  model: JSON.stringify(model),
})

export const namesOf = ({ content, output, text, cacheMarker, joined }: Spelling): Names => ({
  content: JSON.stringify(content),
  output: quoted(output),
  text: JSON.stringify(text),
  marker: quoted(cacheMarker),
  joined: joined && quotedRoles(joined),
})

/** Whether a key has this name, in quotes; what a dialect has no name for has none. */
export const isNamed = (tape: JsonTape, key: number, name: string | undefined): boolean =>
  name !== undefined && reads(tape, key, name)
