// The text by which a message is recognised: its own spelling, without the cache markers that clients move from turn to turn,
// and with content that is one text block spelled as the string that it stands for. The result is JSON again, and two messages
// that share it differ in nothing else. Knows no digests.

import { elementsOf, endOf, kindOf, nextOf, reads, startOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { Message, Spelling, Transcript } from '../transcript/transcript.ts'

/** Blocks hold blocks hold text; what is nested deeper is taken as it is, for a caller could nest without end. */
const maxDepth = 8

/** The dialect's names as they stand in the text, in quotes. */
interface Names {
  readonly content: string
  readonly output?: string | undefined
  readonly text: string
  readonly marker?: string | undefined
}

const type = '"type"'

const quoted = (name: string | undefined): string | undefined => (name === undefined ? undefined : JSON.stringify(name))

const namesOf = ({ content, output, text, cacheMarker }: Spelling): Names => ({
  content: JSON.stringify(content),
  output: quoted(output),
  text: JSON.stringify(text),
  marker: quoted(cacheMarker),
})

const isNamed = (tape: JsonTape, key: number, name: string | undefined): boolean =>
  name !== undefined && reads(tape, key, name)

/** The string node of a block that is nothing but text. */
const textOf = (tape: JsonTape, block: number, { names, textType }: Cutting): number | undefined => {
  if (kindOf(tape, block) !== JsonKind.Object) return undefined
  let types = 0
  let found: number | undefined
  const end = nextOf(tape, block)
  for (let key = block + 1; key < end; key = nextOf(tape, key + 1)) {
    if (isNamed(tape, key, names.marker)) continue
    if (reads(tape, key, type) && isNamed(tape, key + 1, textType)) types += 1
    else if (found === undefined && reads(tape, key, names.text) && kindOf(tape, key + 1) === JsonKind.String)
      found = key + 1
    else return undefined
  }
  return types === (textType === undefined ? 0 : 1) ? found : undefined
}

/** Takes stretches of the text away, or puts others in their place, in the order of the text. */
interface Cutting {
  readonly names: Names
  /** What a block of plain text calls itself, in quotes. */
  readonly textType: string | undefined
  /** Takes the next piece of what stays. */
  readonly add: AddPiece
  /** What stands before it has been added already. */
  position: number
}

const cut = (tape: JsonTape, cutting: Cutting, from: number, to: number, instead = ''): void => {
  cutting.add(tape.text.slice(cutting.position, from) + instead)
  cutting.position = to
}

const walkContent = (tape: JsonTape, node: number, cutting: Cutting, depth: number): void => {
  if (kindOf(tape, node) !== JsonKind.Array) return
  const blocks = elementsOf(tape, node)
  const [first] = blocks
  const only = blocks.length === 1 && first !== undefined ? textOf(tape, first, cutting) : undefined
  if (only !== undefined)
    cut(tape, cutting, startOf(tape, node), endOf(tape, node), tape.text.slice(startOf(tape, only), endOf(tape, only)))
  else for (const block of blocks) walkBlock(tape, block, cutting, depth)
}

/** A message, or a block of its content: what is neither content nor a marker stays as it is. */
const walkBlock = (tape: JsonTape, node: number, cutting: Cutting, depth: number): void => {
  if (kindOf(tape, node) !== JsonKind.Object || depth > maxDepth) return
  const { names } = cutting
  const end = nextOf(tape, node)
  /** Where the last member that stays ends. */
  let kept: number | undefined
  for (let key = node + 1, next = 0; key < end; key = next) {
    next = nextOf(tape, key + 1)
    if (isNamed(tape, key, names.marker)) {
      // With the comma before it; the first ones with the comma behind.
      if (kept !== undefined) cut(tape, cutting, Math.max(kept, cutting.position), endOf(tape, key + 1))
      else cut(tape, cutting, startOf(tape, key), next < end ? startOf(tape, next) : endOf(tape, key + 1))
      continue
    }
    if (reads(tape, key, names.content) || (depth === 0 && isNamed(tape, key, names.output)))
      walkContent(tape, key + 1, cutting, depth + 1)
    kept = endOf(tape, key + 1)
  }
}

/** Takes the pieces of one message's canonical text, in order and in the tape's units. */
export type AddPiece = (piece: string) => void

/** Gives the canonical text of a transcript's messages, one at a time and piece by piece. */
export const canonicalMessages = ({
  tape,
  spelling,
}: Pick<Transcript, 'tape' | 'spelling'>): ((message: Message, add: AddPiece) => void) => {
  const names = namesOf(spelling)
  return ({ node, side }, add) => {
    const textType = quoted(spelling.textType?.(side))
    const cutting: Cutting = { names, textType, add, position: startOf(tape, node) }
    walkBlock(tape, node, cutting, 0)
    cut(tape, cutting, endOf(tape, node), endOf(tape, node))
  }
}
