// The text by which a message is recognised: its members in the order of their names, without blanks between them, cache markers, members
// that say nothing and what addresses are signed with, with numbers, escapes, texts in pieces and answers of calls alone in one spelling each. The result
// is JSON again, and two messages that share it differ in nothing else. Knows no digests.

import { plainPart } from '../../json/plain-spelling.ts'
import { elementsOf, endOf, kindOf, nextOf, reads, startOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import type { Message } from '../../transcript/message.ts'
import { isPictureBlock } from '../../transcript/named-pictures.ts'
import type { Roles, Transcript } from '../../transcript/transcript.ts'
import type { Pieces } from './gathered-pieces.ts'
import { saidInRun } from './joined-messages.ts'
import { toldIn } from './left-out-members.ts'
import { orderByName, standsBehind, standsTwice } from './names-in-order.ts'
import { type Saying, sayingsOf, textOf, toldOf } from './said-texts.ts'
import { holdsAddress, isAddress, signatureOf } from './signed-addresses.ts'
import { saysNothing } from './silent-members.ts'
import { isNamed, mostMembers, namesOf, typeName } from './spelled-names.ts'
import { spelledNumber } from './spelled-numbers.ts'
import { isThought } from './thoughts.ts'

/** Blocks hold blocks hold text; what is nested deeper is taken as it is, for a caller could nest without end. */
const maxDepth = 8
/** What is larger than any call's arguments is taken as it is. */
const maxCells = 1_000

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
interface Writing extends Saying {
  readonly pieces: Pieces
  readonly untold: Untold | undefined
}

/** What is left out: what the model has thought, what pictures show, or both. */
export type Untold = 'thoughts' | 'pictures' | 'both'

const isWithout = (what: Exclude<Untold, 'both'>, { untold }: Pick<Writing, 'untold'>): boolean =>
  untold === what || untold === 'both'

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
  let before = '{'
  let due = told
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

const writeElements = (tape: JsonTape, node: number, writing: Writing, depth: number): void => {
  let before = '['
  const end = nextOf(tape, node)
  for (let element = node + 1; element < end; element = nextOf(tape, element)) {
    if (isWithout('thoughts', writing) && isThought(tape, element)) continue
    writing.pieces.put(before)
    writePlain(tape, element, writing, depth)
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
  else if (kind === JsonKind.Array) writeElements(tape, node, writing, depth + 1)
  else writeMembers(tape, node, writing, depth, 'value')
}

/** A text that is in these strings. */
const writeText = (tape: JsonTape, strings: readonly number[], writing: Writing): void => {
  const [only, ...others] = strings
  if (only !== undefined && others.length === 0) {
    copyNode(tape, only, writing)
    return
  }
  writing.pieces.put('"')
  for (const string of strings) writing.pieces.copy(startOf(tape, string) + 1, endOf(tape, string) - 1)
  writing.pieces.put('"')
}

/** Blocks, and texts as they are told. `strings`: a string stands for a block. */
const writeSaid = (
  tape: JsonTape,
  nodes: readonly number[],
  writing: Writing,
  depth: number,
  strings: boolean,
): void => {
  const { names, textType, pieces } = writing
  const told = toldOf(tape, nodes, writing, { saidAlone: isWithout('thoughts', writing), strings })
  const [only, ...others] = told
  if (typeof only === 'object' && others.length === 0) {
    writeText(tape, only, writing)
    return
  }
  let before = '['
  for (const one of told) {
    pieces.put(before)
    before = ','
    if (typeof one === 'number') writeBlock(tape, one, writing, depth)
    else {
      pieces.put(`{${names.text}:`)
      writeText(tape, one, writing)
      pieces.put(textType === undefined ? '}' : `,${typeName}:${textType}}`)
    }
  }
  pieces.put(before === '[' ? '[]' : ']')
}

/** A list of one block, as most are: lists for it would be much of what a digest makes. */
const writeOnly: WriteValue = (tape, node, writing, depth) => {
  const { pieces } = writing
  const isUntold = isWithout('thoughts', writing) && isThought(tape, node)
  const text = isUntold ? undefined : textOf(tape, node, writing)
  if (text !== undefined) return copyNode(tape, text, writing)
  pieces.put('[')
  if (!isUntold) writeBlock(tape, node, writing, depth)
  pieces.put(']')
}

const writeContent: WriteValue = (tape, node, writing, depth) => {
  const first = node + 1
  const end = nextOf(tape, node)
  if (kindOf(tape, node) !== JsonKind.Array) writePlain(tape, node, writing, depth)
  else if (first < end && nextOf(tape, first) === end) writeOnly(tape, first, writing, depth)
  else writeSaid(tape, elementsOf(tape, node), writing, depth, false)
}

/** A message, or a block of its content. */
const writeBlock: WriteValue = (tape, node, writing, depth) => {
  if (kindOf(tape, node) !== JsonKind.Object || depth > maxDepth) writePlain(tape, node, writing, depth)
  else if (isWithout('pictures', writing) && isPictureBlock(tape, node)) writing.pieces.put('"picture"')
  else writeMembers(tape, node, writing, depth, 'block')
}

/** Several messages as the one that they are to the model. */
const writeRun = (
  tape: JsonTape,
  run: readonly Message[],
  { member, client, model }: Roles,
  writing: Writing,
): void => {
  const { names, pieces } = writing
  pieces.put(`{${names.content}:`)
  writeSaid(tape, saidInRun(tape, run, names), writing, 1, true)
  pieces.put(`,${member}:${run[0]?.side === 'model' ? model : client}}`)
}

/** Gives the canonical text of a transcript's messages, piece by piece: of one at a time, or of several that are one. */
export const canonicalMessages = (
  { tape, spelling, segments }: Pick<Transcript, 'tape' | 'spelling' | 'segments'>,
  untold?: Untold,
): ((run: readonly [Message, ...Message[]], pieces: Pieces) => void) => {
  const names = namesOf(spelling)
  const sayingOf = sayingsOf({ spelling, segments })
  return (run, pieces) => {
    const { node, side } = run[0]
    // Whatever became of the message before: of one with very many members the process keeps no room.
    keysHeld = 0
    if (keys.length > mostKeysKept) keys = new Int32Array(keysAtFirst)
    const writing = { ...sayingOf(side), untold, pieces: spelledPlainly(tape, pieces) }
    if (run.length > 1 && names.joined !== undefined) writeRun(tape, run, names.joined, writing)
    else writeBlock(tape, node, writing, 0)
  }
}
