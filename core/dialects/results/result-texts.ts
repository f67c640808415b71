// The text in a tool result whose content is a string or a list of typed blocks, as the three dialects have it.

import { type Members, membersOf } from '../../json/object-members.ts'
import { elementsOf, kindOf, stringOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import type { PinReason } from '../../transcript/may-be-shortened.ts'
import { hasOnly, isFlagged } from '../members/known-members.ts'

/** A string node, and its own reason to stay as it is. */
export type ResultText = readonly [node: number, pinned?: PinReason]

const blockMembers: ReadonlySet<string> = new Set(['type', 'text'])
const textTypes: ReadonlySet<string> = new Set(['text', 'input_text'])
const saidTypes: ReadonlySet<string> = new Set([...textTypes, 'output_text'])
const documentMembers: ReadonlySet<string> = new Set(['type', 'source', 'title', 'context', 'citations'])
const sourceMembers: ReadonlySet<string> = new Set(['type', 'media_type', 'data'])
const searchMembers: ReadonlySet<string> = new Set(['type', 'source', 'title', 'content', 'citations'])

/** Whether answers may point into the text of a block by its characters. */
const isCited = (tape: JsonTape, block: Members): boolean => {
  const citations = block.get('citations')
  const enabled = membersOf(tape, citations)?.get('enabled')
  return citations !== undefined && (enabled === undefined || isFlagged(tape, enabled)) && isFlagged(tape, citations)
}

const pinnedUnless = (isKnown: boolean, node: number): ResultText => (isKnown ? [node] : [node, 'unknown-shape'])

/** A document that is given as plain text. */
const documentText = (tape: JsonTape, block: Members): ResultText[] => {
  const source = membersOf(tape, block.get('source'))
  const data = source?.get('data')
  if (source === undefined || data === undefined || stringOf(tape, source.get('type')) !== 'text') return []
  const isKnown = hasOnly(tape, block, documentMembers) && hasOnly(tape, source, sourceMembers)
  return kindOf(tape, data) === JsonKind.String ? [pinnedUnless(isKnown && !isCited(tape, block), data)] : []
}

/** The text of a block of plain text; none of any other block. */
export const plainTexts = (tape: JsonTape, members: Members | undefined, types = textTypes): ResultText[] => {
  const text = members?.get('text')
  if (members === undefined || text === undefined || kindOf(tape, text) !== JsonKind.String) return []
  if (!types.has(stringOf(tape, members.get('type')) ?? '')) return []
  return [pinnedUnless(hasOnly(tape, members, blockMembers), text)]
}

/** The texts of a passage that a retrieval tool found. Only blocks of plain text are looked for in it: a caller could nest passages without end. */
const searchTexts = (tape: JsonTape, block: Members): ResultText[] => {
  const isKnown = hasOnly(tape, block, searchMembers) && !isCited(tape, block)
  return elementsOf(tape, block.get('content')).flatMap((inner) =>
    plainTexts(tape, membersOf(tape, inner)).map(([node, pinned]) =>
      pinnedUnless(isKnown && pinned === undefined, node),
    ),
  )
}

/** Images and unknown blocks hold no text. */
const blockTexts = (tape: JsonTape, block: number): ResultText[] => {
  const members = membersOf(tape, block)
  const type = stringOf(tape, members?.get('type')) ?? ''
  if (members === undefined) return []
  if (type === 'document') return documentText(tape, members)
  if (type === 'search_result') return searchTexts(tape, members)
  return plainTexts(tape, members)
}

const textsOf = (
  tape: JsonTape,
  content: number | undefined,
  ofBlock: (tape: JsonTape, block: number) => ResultText[],
): ResultText[] => {
  if (content === undefined) return []
  if (kindOf(tape, content) === JsonKind.String) return [[content]]
  const texts: ResultText[] = []
  for (const block of elementsOf(tape, content)) for (const text of ofBlock(tape, block)) texts.push(text)
  return texts
}

/** Every text, each with its own pin: what is no text does not pin its neighbours. */
export const resultTexts = (tape: JsonTape, content: number | undefined): ResultText[] =>
  textsOf(tape, content, blockTexts)

/** What a turn of the user, or of the model, says in plain text. */
export const saidTexts = (tape: JsonTape, content: number | undefined): ResultText[] =>
  textsOf(tape, content, (inner, block) => plainTexts(inner, membersOf(inner, block), saidTypes))
