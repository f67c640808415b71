// The text by which a message is recognised: its members in the order of their names, without blanks between them and without the cache
// markers that clients move from turn to turn, and with content that is one text block spelled as the string that it stands for. The
// result is JSON again, and two messages that share it differ in nothing else. Knows no digests.

import { elementsOf, endOf, kindOf, nextOf, reads, startOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { Message } from '../transcript/message.ts'
import type { Spelling, Transcript } from '../transcript/transcript.ts'

/** Blocks hold blocks hold text; what is nested deeper is taken as it is, for a caller could nest without end. */
const maxDepth = 8
/** No message or block has more members; more are left in their order, and so is what is larger than any call's arguments. */
const maxSorted = 64
const maxCells = 1_000

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
const textOf = (tape: JsonTape, block: number, { names, textType }: Writing): number | undefined => {
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

/** A value as it is spelled, in the tape's units. */
const unitsOf = (tape: JsonTape, node: number): string => tape.text.slice(startOf(tape, node), endOf(tape, node))

/** How one message is written. */
interface Writing {
  readonly names: Names
  /** What a block of plain text calls itself, in quotes. */
  readonly textType: string | undefined
  /** Takes the next piece. */
  readonly add: AddPiece
}

type WriteValue = (tape: JsonTape, node: number, writing: Writing, depth: number) => void

/** The keys of an object in the order of their names; those that share a name stay in theirs. */
const sortedKeys = (tape: JsonTape, node: number): number[] => {
  const keys: number[] = []
  const end = nextOf(tape, node)
  let isSorted = true
  let last = ''
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    const name = unitsOf(tape, key)
    isSorted &&= last <= name
    last = name
    keys.push(key)
  }
  if (isSorted || keys.length > maxSorted) return keys
  const names = new Map(keys.map((key) => [key, unitsOf(tape, key)]))
  return keys.sort((one, other) => {
    const [name = '', otherName = ''] = [names.get(one), names.get(other)]
    return name < otherName ? -1 : name > otherName ? 1 : one - other
  })
}

const writeMembers = (
  tape: JsonTape,
  node: number,
  { add }: Writing,
  write: (key: number) => (() => void) | undefined,
): void => {
  let before = '{'
  for (const key of sortedKeys(tape, node)) {
    const writeMember = write(key)
    if (writeMember === undefined) continue
    add(`${before}${unitsOf(tape, key)}:`)
    writeMember()
    before = ','
  }
  add(before === '{' ? '{}' : '}')
}

const writeElements = (tape: JsonTape, node: number, writing: Writing, depth: number, write: WriteValue): void => {
  let before = '['
  for (const element of elementsOf(tape, node)) {
    writing.add(before)
    write(tape, element, writing, depth)
    before = ','
  }
  writing.add(before === '[' ? '[]' : ']')
}

/** Any value, its members in order. */
const writePlain: WriteValue = (tape, node, writing, depth) => {
  const kind = kindOf(tape, node)
  const isTaken = depth > maxDepth || nextOf(tape, node) - node > maxCells
  if (isTaken || (kind !== JsonKind.Object && kind !== JsonKind.Array)) writing.add(unitsOf(tape, node))
  else if (kind === JsonKind.Array) writeElements(tape, node, writing, depth + 1, writePlain)
  else writeMembers(tape, node, writing, (key) => () => writePlain(tape, key + 1, writing, depth + 1))
}

const writeContent: WriteValue = (tape, node, writing, depth) => {
  if (kindOf(tape, node) !== JsonKind.Array) return writePlain(tape, node, writing, depth)
  const blocks = elementsOf(tape, node)
  const [first] = blocks
  const only = blocks.length === 1 && first !== undefined ? textOf(tape, first, writing) : undefined
  if (only !== undefined) writing.add(unitsOf(tape, only))
  else writeElements(tape, node, writing, depth, writeBlock)
}

/** A message, or a block of its content: without its marker. */
const writeBlock: WriteValue = (tape, node, writing, depth) => {
  if (kindOf(tape, node) !== JsonKind.Object || depth > maxDepth) return writePlain(tape, node, writing, depth)
  const { names } = writing
  writeMembers(tape, node, writing, (key) => {
    if (isNamed(tape, key, names.marker)) return undefined
    const isContent = reads(tape, key, names.content) || (depth === 0 && isNamed(tape, key, names.output))
    return () => (isContent ? writeContent : writePlain)(tape, key + 1, writing, depth + 1)
  })
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
    writeBlock(tape, node, { names, textType, add }, 0)
  }
}
