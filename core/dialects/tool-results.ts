// Tool results in a request body, whatever the dialect calls them: which text they hold and why it may not be touched.

import { elementsOf, kindOf, type Members, membersOf, rawOf, stringOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { PinReason, Segment } from '../transcript/transcript.ts'

/** One result as a dialect found it. */
export interface ToolResult {
  readonly message: number
  readonly members: Members
  /** Members that we know; any other one pins the result. */
  readonly known: ReadonlySet<string>
  /** The value that holds the text: a string, or an array of blocks. */
  readonly content: number | undefined
  readonly isError: boolean
  /** Whether the call that it answers may have read files; absent: there is no such call in the body. */
  readonly mayBeFile: boolean | undefined
}

const blockMembers: ReadonlySet<string> = new Set(['type', 'text', 'cache_control'])
const textTypes: ReadonlySet<string> = new Set(['text', 'input_text'])

const hasOnly = (members: Members, known: ReadonlySet<string>): boolean =>
  [...members.keys()].every((name) => known.has(name))

/** String nodes of the text, each with its own pin: images and unknown blocks are no text, and do not pin their neighbours. */
const textNodes = (tape: JsonTape, content: number | undefined): [node: number, pinned?: PinReason][] => {
  if (content === undefined) return []
  if (kindOf(tape, content) === JsonKind.String) return [[content]]
  const nodes: [number, PinReason?][] = []
  for (const block of elementsOf(tape, content)) {
    const members = membersOf(tape, block)
    const text = members?.get('text')
    if (members === undefined || text === undefined || kindOf(tape, text) !== JsonKind.String) continue
    if (!textTypes.has(stringOf(tape, members.get('type')) ?? '')) continue
    nodes.push(hasOnly(members, blockMembers) ? [text] : [text, 'unknown-shape'])
  }
  return nodes
}

const pinOf = (result: ToolResult): PinReason | undefined => {
  if (!hasOnly(result.members, result.known)) return 'unknown-shape'
  if (result.isError) return 'error-result'
  if (result.mayBeFile === undefined) return 'unknown-call'
  return result.mayBeFile ? 'file-read' : undefined
}

/** The segments of one result, in the order of the body. */
export const segmentsOf = (tape: JsonTape, result: ToolResult): Segment[] => {
  const pinned = pinOf(result)
  return textNodes(tape, result.content).map(([node, ownPin]) => {
    const reason = pinned ?? ownPin
    const segment = { node, message: result.message, text: reason === undefined ? (stringOf(tape, node) ?? '') : '' }
    return reason === undefined ? segment : { ...segment, pinned: reason }
  })
}

/** Anything that is not plainly `false`: an error flag of a kind we do not know counts as one. */
export const isFlagged = (tape: JsonTape, node: number | undefined): boolean =>
  node !== undefined && !['false', 'null'].includes(rawOf(tape, node))
