// The text in a tool result whose content is a string or a list of typed blocks, as the three dialects have it.

import { elementsOf, kindOf, membersOf, stringOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { PinReason } from '../transcript/transcript.ts'
import { cacheMarker } from './cache-asked.ts'
import { hasOnly } from './members.ts'

/** A string node, and its own reason to stay as it is. */
export type ResultText = readonly [node: number, pinned?: PinReason]

const blockMembers: ReadonlySet<string> = new Set(['type', 'text', cacheMarker])
const textTypes: ReadonlySet<string> = new Set(['text', 'input_text'])

/** Every text, each with its own pin: images and unknown blocks are no text, and do not pin their neighbours. */
export const resultTexts = (tape: JsonTape, content: number | undefined): ResultText[] => {
  if (content === undefined) return []
  if (kindOf(tape, content) === JsonKind.String) return [[content]]
  const texts: ResultText[] = []
  for (const block of elementsOf(tape, content)) {
    const members = membersOf(tape, block)
    const text = members?.get('text')
    if (members === undefined || text === undefined || kindOf(tape, text) !== JsonKind.String) continue
    if (!textTypes.has(stringOf(tape, members.get('type')) ?? '')) continue
    texts.push(hasOnly(members, blockMembers) ? [text] : [text, 'unknown-shape'])
  }
  return texts
}
