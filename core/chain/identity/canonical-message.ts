// The text by which a message is recognised: its members in the order of their names, without blanks between them, cache markers, members
// that say nothing and what addresses are signed with, with numbers, escapes, plain text and answers of calls alone in one spelling each. The result
// is JSON again, and two messages that share it differ in nothing else. Knows no digests.

import { plainPart } from '../../json/plain-spelling.ts'
import { endOf, kindOf, nextOf, reads, startOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import type { Message, Side } from '../../transcript/message.ts'
import type { Roles, Transcript } from '../../transcript/transcript.ts'
import type { Pieces } from './gathered-pieces.ts'
import { saidInRun } from './joined-messages.ts'
import { toldIn } from './left-out-members.ts'
import { orderByName, standsBehind, standsTwice } from './names-in-order.ts'
import { holdsAddress, isAddress, signatureOf } from './signed-addresses.ts'
import { saysNothing } from './silent-members.ts'
import { isNamed, mostMembers, type Names, namesOf, quoted, typeName } from './spelled-names.ts'
import { spelledNumber } from './spelled-numbers.ts'
import { isThought } from './thoughts.ts'

/** Blocks hold blocks hold text; what is nested deeper is taken as it is, for a caller could nest without end. */
const maxDepth = 8
/** What is larger than any call's arguments is taken as it is. */
const maxCells = 1_000

/** The string node of a block that is nothing but text. */
const textOf = (tape: JsonTape, block: number, { names, textType }: Writing): number | undefined => {
  if (kindOf(tape, block) !== JsonKind.Object) return undefined
  let types = 0
  let found: number | undefined
  const end = nextOf(tape, block)
  for (let key = block + 1; key < end; key = nextOf(tape, key + 1)) {
    if (isNamed(tape, key, names.marker) || saysNothing(tape, block, key)) continue
    if (reads(tape, key, typeName) && isNamed(tape, key + 1, textType)) types += 1
    else if (found === undefined && reads(tape, key, names.text) && kindOf(tape, key + 1) === JsonKind.String)
      found = key + 1
    else return undefined
  }
  return types === (textType === undefined ? 0 : 1) ? found : undefined
}

/** The same in its plain spelling, whatever the body's. */
const spelledPlainly = (tape: JsonTape, pieces: Pieces): Pieces => {
  if (tape.isSpelledPlainly === true) return pieces
  return {
    put: (mark) => pieces.put(mark),
    copy(start, end) {
      const part = plainPart(tape, start, end)
      if (part === undefined) pieces.copy(start, end)
      else pieces.copy(0, part.length, part)
    },
  }
}

const copyNode = (tape: JsonTape, node: number, { pieces }: Writing): void =>
  pieces.copy(startOf(tape, node), endOf(tape, node))

/** How one message is written. */
interface Writing {
  readonly names: Names
  /** What a block of plain text calls itself, in quotes. */
  readonly textType: string | undefined
  readonly pieces: Pieces
  /** Without what the model has thought. */
  readonly saidAlone: boolean
}

type Whose = 'value' | 'block' | 'file'
type WriteValue = (tape: JsonTape, node: number, writing: Writing, depth: number) => void

/** The keys of the objects that are being written, those of the innermost last: a list for each would be most of what a digest makes. */
const keysAtFirst = 256
let keys = new Int32Array(keysAtFirst)
let keysHeld = 0
const mostKeysKept = 65_536

/** Holds the keys of an object in the order of their names; those that share a name stay in theirs. Returns where they begin. */
const holdSortedKeys = (tape: JsonTape, node: number): number => {
  const from = keysHeld
  const end = nextOf(tape, node)
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    if (keysHeld === keys.length) {
      const more = new Int32Array(2 * keysHeld)
      more.set(keys)
      keys = more
    }
    keys[keysHeld] = key
    keysHeld += 1
  }
  if (keysHeld - from <= mostMembers) orderByName(tape, keys, from, keysHeld)
  return from
}

/** An address without its signature, or what holds one. */
const writeAddress: WriteValue = (tape, node, writing, depth) => {
  const signature = signatureOf(tape, node)
  if (signature !== undefined) {
    writing.pieces.copy(startOf(tape, node), signature)
    writing.pieces.put('"')
  } else if (kindOf(tape, node) === JsonKind.Object && !isTaken(tape, node, depth))
    writeMembers(tape, node, writing, depth, 'file')
  else writePlain(tape, node, writing, depth)
}

/** A block is without its marker, and with its content in one spelling; what names a file is without the signature of that. */
const writeMembers = (tape: JsonTape, node: number, writing: Writing, depth: number, whose: Whose): void => {
  const { names, pieces } = writing
  const isBlock = whose === 'block'
  const told = isBlock && depth === 0 ? toldIn(tape, node, names) : undefined
  let [before, due] = ['{', told]
  const from = holdSortedKeys(tape, node)
  const until = keysHeld
  for (let index = from; index < until; index += 1) {
    const key = keys[index] ?? 0
    const isSilent = isBlock && saysNothing(tape, node, key) && !standsTwice(tape, keys, index, from, until)
    if (isSilent || (isBlock && isNamed(tape, key, names.marker))) continue
    if (told !== undefined && reads(tape, key, told.name)) continue
    if (due !== undefined && standsBehind(tape, key, due.name)) {
      pieces.put(`${before}${due.name}:${due.value},`)
      due = undefined
    } else pieces.put(before)
    copyNode(tape, key, writing)
    pieces.put(':')
    const isContent = isBlock && (reads(tape, key, names.content) || (depth === 0 && isNamed(tape, key, names.output)))
    if (isContent) writeContent(tape, key + 1, writing, depth + 1)
    else if (isBlock ? holdsAddress(tape, key) : whose === 'file' && isAddress(tape, key))
      writeAddress(tape, key + 1, writing, depth + 1)
    else writePlain(tape, key + 1, writing, depth + 1)
    before = ','
  }
  keysHeld = from
  if (due !== undefined) pieces.put(`${before}${due.name}:${due.value}}`)
  else pieces.put(before === '{' ? '{}' : '}')
}

const writeElements = (tape: JsonTape, node: number, writing: Writing, depth: number, write: WriteValue): void => {
  let before = '['
  const end = nextOf(tape, node)
  for (let element = node + 1; element < end; element = nextOf(tape, element)) {
    if (writing.saidAlone && isThought(tape, element)) continue
    writing.pieces.put(before)
    write(tape, element, writing, depth)
    before = ','
  }
  writing.pieces.put(before === '[' ? '[]' : ']')
}

const isTaken = (tape: JsonTape, node: number, depth: number): boolean =>
  depth > maxDepth || nextOf(tape, node) - node > maxCells

/** Any value, its members in order. */
const writePlain: WriteValue = (tape, node, writing, depth) => {
  const kind = kindOf(tape, node)
  const number = kind === JsonKind.Number ? spelledNumber(tape, node) : undefined
  if (number !== undefined) writing.pieces.put(number)
  else if ((kind !== JsonKind.Object && kind !== JsonKind.Array) || isTaken(tape, node, depth))
    copyNode(tape, node, writing)
  else if (kind === JsonKind.Array) writeElements(tape, node, writing, depth + 1, writePlain)
  else writeMembers(tape, node, writing, depth, 'value')
}

/** The only element that is written. */
const onlyElement = (tape: JsonTape, node: number, { saidAlone }: Writing): number | undefined => {
  let only: number | undefined
  const end = nextOf(tape, node)
  for (let element = node + 1; element < end; element = nextOf(tape, element)) {
    if (saidAlone && isThought(tape, element)) continue
    if (only !== undefined) return undefined
    only = element
  }
  return only
}

const writeContent: WriteValue = (tape, node, writing, depth) => {
  if (kindOf(tape, node) !== JsonKind.Array) return writePlain(tape, node, writing, depth)
  const only = onlyElement(tape, node, writing)
  const text = only === undefined ? undefined : textOf(tape, only, writing)
  if (text === undefined) writeElements(tape, node, writing, depth, writeBlock)
  else copyNode(tape, text, writing)
}

/** A message, or a block of its content. */
const writeBlock: WriteValue = (tape, node, writing, depth) => {
  if (kindOf(tape, node) !== JsonKind.Object || depth > maxDepth) writePlain(tape, node, writing, depth)
  else writeMembers(tape, node, writing, depth, 'block')
}

/** A block, or a string that stands for one. */
const writeSaid = (tape: JsonTape, node: number, writing: Writing): void => {
  const { names, textType, pieces } = writing
  if (kindOf(tape, node) !== JsonKind.String) writeBlock(tape, node, writing, 1)
  else {
    pieces.put(`{${names.text}:`)
    copyNode(tape, node, writing)
    pieces.put(`,${typeName}:${textType ?? ''}}`)
  }
}

/** Several messages as the one that they are to the model. */
const writeRun = (
  tape: JsonTape,
  run: readonly Message[],
  { member, client, model }: Roles,
  writing: Writing,
): void => {
  const { names, pieces, saidAlone } = writing
  const said = saidInRun(tape, run, names).filter((node) => !saidAlone || !isThought(tape, node))
  const [only = -1, ...others] = said
  const isString = kindOf(tape, only) === JsonKind.String
  const text = others.length > 0 ? undefined : isString ? only : textOf(tape, only, writing)
  pieces.put(`{${names.content}:`)
  if (text !== undefined) copyNode(tape, text, writing)
  else if (said.length === 0) pieces.put('[]')
  else {
    for (const [index, node] of said.entries()) {
      pieces.put(index === 0 ? '[' : ',')
      writeSaid(tape, node, writing)
    }
    pieces.put(']')
  }
  pieces.put(`,${member}:${run[0]?.side === 'model' ? model : client}}`)
}

/**
 * Gives the canonical text of a transcript's messages, piece by piece: of one at a time, or of several that are one. `saidAlone`: without what the
 * model has thought.
 */
export const canonicalMessages = (
  { tape, spelling }: Pick<Transcript, 'tape' | 'spelling'>,
  saidAlone = false,
): ((run: readonly [Message, ...Message[]], pieces: Pieces) => void) => {
  const names = namesOf(spelling)
  const textTypes = new Map<Side, string | undefined>()
  const textTypeOf = (side: Side): string | undefined => {
    if (!textTypes.has(side)) textTypes.set(side, quoted(spelling.textType?.(side)))
    return textTypes.get(side)
  }
  return (run, pieces) => {
    const { node, side } = run[0]
    // Whatever became of the message before: of one with very many members the process keeps no room.
    keysHeld = 0
    if (keys.length > mostKeysKept) keys = new Int32Array(keysAtFirst)
    const writing = { names, textType: textTypeOf(side), pieces: spelledPlainly(tape, pieces), saidAlone }
    if (run.length > 1 && names.joined !== undefined) writeRun(tape, run, names.joined, writing)
    else writeBlock(tape, node, writing, 0)
  }
}
