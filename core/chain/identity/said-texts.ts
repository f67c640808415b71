// What a list of blocks says in texts: one text may be in it whole or in pieces, and an empty one says nothing. Kits keep an answer with citations as
// it came, piece by piece, and empty texts beside calls; applications keep the text.

import { onceAsked } from '../../collections/once.ts'
import { endOf, kindOf, nextOf, reads, startOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import type { Side } from '../../transcript/message.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { saysNothing } from './silent-members.ts'
import { isNamed, mostMembers, type Names, namesOf, quoted, typeName } from './spelled-names.ts'
import { isThought } from './thoughts.ts'

/** Whose texts they are, and how they are spelled. */
export interface Saying {
  readonly names: Names
  /** What a block of plain text calls itself, in quotes. */
  readonly textType: string | undefined
  /** The model's, who says one text in as many pieces as it cites. */
  readonly isOfModel: boolean
  /** Whether a string is a text of a result. Records know these by their number, so each is told as it comes. */
  readonly isOfResult: (string: number) => boolean
}

/** Of each side of a conversation. */
export const sayingsOf = ({
  spelling,
  segments,
}: Pick<Transcript, 'spelling' | 'segments'>): ((side: Side) => Saying) => {
  const names = namesOf(spelling)
  const ofResults = onceAsked(() => new Set(segments.map(({ node }) => node)))
  const isOfResult = (string: number): boolean => ofResults().has(string)
  const sayings = new Map<Side, Saying>()
  return (side) => {
    const known = sayings.get(side)
    if (known !== undefined) return known
    const saying = { names, textType: quoted(spelling.textType?.(side)), isOfModel: side === 'model', isOfResult }
    sayings.set(side, saying)
    return saying
  }
}

/** What an answer has beside its texts of what they are taken from: they are written out in the texts, where a model is to read them. */
const sources = ['"citations"', '"annotations"']

const isOfSources = (tape: JsonTape, key: number): boolean =>
  kindOf(tape, key + 1) === JsonKind.Array && sources.some((name) => reads(tape, key, name))

/** The string node of a block that is nothing but text. */
export const textOf = (tape: JsonTape, block: number, { names, textType, isOfModel }: Saying): number | undefined => {
  if (kindOf(tape, block) !== JsonKind.Object) return undefined
  let types = 0
  let found: number | undefined
  const end = nextOf(tape, block)
  for (let key = block + 1; key < end; key = nextOf(tape, key + 1)) {
    if (isNamed(tape, key, names.marker) || saysNothing(tape, block, key)) continue
    if (isOfModel && isOfSources(tape, key)) continue
    if (reads(tape, key, typeName) && isNamed(tape, key + 1, textType)) types += 1
    else if (found === undefined && reads(tape, key, names.text) && kindOf(tape, key + 1) === JsonKind.String)
      found = key + 1
    else return undefined
  }
  return types === (textType === undefined ? 0 : 1) ? found : undefined
}

const isEmpty = (tape: JsonTape, text: number): boolean => endOf(tape, text) - startOf(tape, text) === 2

/** A block, or a text by the strings that it is in, one behind the other. */
export type Told = number | readonly number[]

/** What is told of these blocks. `saidAlone`: without what the model has thought; `strings`: a string stands for a block. */
export const toldOf = (
  tape: JsonTape,
  nodes: readonly number[],
  saying: Saying,
  { saidAlone, strings }: { readonly saidAlone: boolean; readonly strings: boolean },
): readonly Told[] => {
  const told: Told[] = []
  let text: number[] | undefined
  let empty: number | undefined
  for (const node of nodes) {
    if (saidAlone && isThought(tape, node)) continue
    const found = strings && kindOf(tape, node) === JsonKind.String ? node : textOf(tape, node, saying)
    if (found === undefined) {
      told.push(node)
      text = undefined
    } else if (saying.isOfResult(found)) {
      told.push([found])
      text = undefined
    } else if (isEmpty(tape, found)) empty = found
    else if (text === undefined || !saying.isOfModel) {
      text = [found]
      told.push(text)
    } else text.push(found)
  }
  // Of a list of nothing else it is told.
  return told.length === 0 && empty !== undefined ? [[empty]] : told
}

const isWordless = (tape: JsonTape, content: number, saying: Saying): boolean => {
  const kind = kindOf(tape, content)
  const isNothing = (text: number): boolean => isEmpty(tape, text) && !saying.isOfResult(text)
  if (kind === JsonKind.String) return isNothing(content)
  if (kind !== JsonKind.Array) return false
  const end = nextOf(tape, content)
  for (let block = content + 1; block < end; block = nextOf(tape, block)) {
    const text = textOf(tape, block, saying)
    if (text === undefined || !isNothing(text)) return false
  }
  return true
}

/** What a message has beside what it says, and says nothing where that does not. */
const isBeside = (tape: JsonTape, message: number, key: number): boolean => {
  const value = key + 1
  if (reads(tape, key, '"role"')) return reads(tape, value, '"user"') || reads(tape, value, '"assistant"')
  return (reads(tape, key, typeName) && reads(tape, value, '"message"')) || saysNothing(tape, message, key)
}

/** Whether a message is an empty text, or a list of nothing else, on either side. */
const isSilent = (tape: JsonTape, message: number, saying: Saying): boolean => {
  if (kindOf(tape, message) !== JsonKind.Object) return false
  const end = nextOf(tape, message)
  let contents = 0
  let looked = 0
  for (let key = message + 1; key < end; key = nextOf(tape, key + 1)) {
    looked += 1
    if (looked > mostMembers) return false
    if (reads(tape, key, saying.names.content)) {
      if (!isWordless(tape, key + 1, saying)) return false
      contents += 1
    } else if (!isBeside(tape, message, key)) return false
  }
  return contents === 1
}

/** Tells by their index which messages say nothing. In a turn of nothing else each is told: records count turns. */
export const silentIn = (
  transcript: Pick<Transcript, 'tape' | 'spelling' | 'segments' | 'messages'>,
): ((index: number) => boolean) => {
  const { tape, messages } = transcript
  const sayingOf = sayingsOf(transcript)
  const isEmptyAt = (index: number): boolean => {
    const message = messages[index]
    return message !== undefined && isSilent(tape, message.node, sayingOf(message.side))
  }
  /** Of the turns with an empty message. */
  const silent = new Map<number, boolean>()
  const lookAtTurnOf = (index: number): void => {
    const side = messages[index]?.side
    const isOfTurn = (at: number): boolean => messages[at]?.side === side || messages[at]?.side === 'instructions'
    const empty: number[] = []
    let first = index
    while (isOfTurn(first - 1)) first -= 1
    let says = false
    for (let at = first; isOfTurn(at); at += 1) {
      if (isEmptyAt(at)) empty.push(at)
      else if (messages[at]?.side === side) says = true
    }
    for (const at of empty) silent.set(at, says)
  }
  return (index) => {
    if (!isEmptyAt(index)) return false
    if (!silent.has(index)) lookAtTurnOf(index)
    return silent.get(index) === true
  }
}
