// The texts of a message's content, as real transcripts carry them: one string, nothing beside a call, or a list of blocks.
// What is no text (images, calls, thinking, a kind that we do not know) stays as it came.

import { Refusal } from '../../http/refusal.ts'
import { membersOf } from '../../json/object-members.ts'
import { elementsOf, kindOf, reads, stringOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'

export interface ContentText {
  readonly node: number
  readonly text: string
}

const textBlocks: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text'])

const invalid = (message: string): Refusal => new Refusal('request-invalid', message)

const blockTexts = (tape: JsonTape, block: number, where: string, isInResult: boolean): ContentText[] => {
  const members = membersOf(tape, block)
  if (members === undefined)
    throw invalid(
      kindOf(tape, block) === JsonKind.Object ? `${where} names a member twice.` : `${where} must be a JSON object.`,
    )
  const type = stringOf(tape, members.get('type')) ?? ''
  const content = members.get('content')
  if (type === 'tool_result' && !isInResult)
    return content === undefined ? [] : contentTexts(tape, content, `${where}.content`, true)
  if (!textBlocks.has(type)) return []
  const node = members.get('text')
  const text = stringOf(tape, node)
  if (node === undefined || text === undefined) throw invalid(`${where}.text must be a string.`)
  return [{ node, text }]
}

/**
 * In order. `where` names the content in a refusal. `isInResult`: it is that of a result, in which another result is of a kind that we do not know:
 * a caller could nest them without end. Throws `Refusal` 400.
 */
export const contentTexts = (tape: JsonTape, content: number, where: string, isInResult = false): ContentText[] => {
  const kind = kindOf(tape, content)
  const text = stringOf(tape, content)
  if (text !== undefined) return [{ node: content, text }]
  if (reads(tape, content, 'null')) return []
  if (kind !== JsonKind.Array) throw invalid(`${where} must be a string, a list of blocks or null.`)
  return elementsOf(tape, content).flatMap((block, index) => blockTexts(tape, block, `${where}[${index}]`, isInResult))
}
