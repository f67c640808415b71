// Texts that travel inside a JSON text because a framework printed its result as JSON: content blocks, a command's output with
// its exit code. What stands around them is small, and says nothing that a model could miss.

import { type KeptSpans, spansBetween } from '../../text/spans.ts'
import { type Members, membersOf } from '../object-members.ts'
import { elementsOf, endOf, kindOf, startOf, stringOf } from '../read.ts'
import { JsonKind, type JsonTape, scanJsonUpTo } from '../scan.ts'
import { rawSpansOf } from '../splice/splice.ts'

/** One text of an envelope. */
export interface EnvelopedText {
  readonly node: number
  readonly text: string
}

export interface Envelope {
  readonly tape: JsonTape<string>
  /** In the order of the envelope. */
  readonly texts: readonly EnvelopedText[]
}

/** How an envelope begins; all other JSON is told apart without reading it. */
const opening =
  /^\s*(?:\{\s*"(?:type|text|output|metadata|content|isError|is_error|stdout|stderr|result|exit_?code|returncode|annotations|_?meta|structuredContent|success|status)"|\[\s*\{\s*"(?:type|text|annotations|_?meta)")/i

/** No framework prints more around its texts; what has more is data. */
const mostNodes = 20_000

const printed: readonly string[] = ['output', 'stdout', 'stderr', 'result']

/** A block `{"type":"text","text":…}`. */
const blockText = (tape: JsonTape, node: number): number | undefined => {
  const members = membersOf(tape, node)
  const text = members?.get('text')
  const isText = stringOf(tape, members?.get('type')) === 'text' && text !== undefined
  return isText && kindOf(tape, text) === JsonKind.String ? text : undefined
}

/** The texts of a list of blocks; none unless everything in it is a block. */
const blockTexts = (tape: JsonTape, list: number | undefined): number[] => {
  const blocks = elementsOf(tape, list)
  const areBlocks = blocks.every((block) => stringOf(tape, membersOf(tape, block)?.get('type')) !== undefined)
  return areBlocks ? blocks.flatMap((block) => blockText(tape, block) ?? []) : []
}

const printedTexts = (tape: JsonTape, members: Members): number[] =>
  printed.flatMap((name) => {
    const node = members.get(name)
    return node !== undefined && kindOf(tape, node) === JsonKind.String ? [node] : []
  })

/** The string nodes that hold the texts. */
const nodesOf = (tape: JsonTape): readonly number[] => {
  if (kindOf(tape, 0) === JsonKind.Array) return blockTexts(tape, 0)
  const members = membersOf(tape, 0)
  if (members === undefined) return []
  const single = blockText(tape, 0)
  if (single !== undefined) return [single]
  return members.has('content') ? blockTexts(tape, members.get('content')) : printedTexts(tape, members)
}

/** Blanks and brackets in front of a text say nothing; where they end, it shows whether an envelope opens. */
const longestName = 100

/** Whether a text with this beginning is surely no envelope. */
export const opensNoEnvelope = (beginning: string): boolean => {
  const first = beginning.search(/[^\s{[]/)
  return first >= 0 && first + longestName < beginning.length && !opensEnvelope(beginning)
}

/** Whether a text with this beginning may be an envelope. */
export const opensEnvelope = (beginning: string): boolean => opening.test(beginning)

/** The envelope that a text is: at least half of it are the texts inside. `undefined` if it is not one. Linear in the text. */
export const envelopeOf = (text: string): Envelope | undefined => {
  const tape = opening.test(text) ? scanJsonUpTo(text, mostNodes) : undefined
  if (tape === undefined || tape === 'too-many') return undefined
  const nodes = [...nodesOf(tape)].sort((one, other) => one - other)
  let inside = 0
  for (const node of nodes) inside += endOf(tape, node) - startOf(tape, node)
  if (nodes.length === 0 || 2 * inside < text.length) return undefined
  return { tape, texts: nodes.map((node) => ({ node, text: stringOf(tape, node) ?? '' })) }
}

/**
 * What stays of an envelope when `outer` stays of what is around its texts, and `inner` of each of them; `undefined` there
 * means all of it. Deletions are made in the spelling that each text has.
 */
export const keptOfEnvelope = (
  { tape, texts }: Envelope,
  outer: KeptSpans | undefined,
  inner: readonly (KeptSpans | undefined)[],
): KeptSpans => {
  const { length } = tape.text
  const deleted = outer === undefined ? [] : spansBetween(length, outer)
  texts.forEach(({ node, text }, index) => {
    const kept = inner[index]
    if (kept === undefined) return
    const raw = rawSpansOf(tape, { node, text, kept })
    const start = startOf(tape, node) + 1
    const end = endOf(tape, node) - 1
    let position = start
    for (const [from, to] of [...raw, [end, end] as const]) {
      if (from > position) deleted.push([position, from])
      position = to
    }
  })
  deleted.sort(([one], [other]) => one - other)
  return spansBetween(length, deleted)
}
