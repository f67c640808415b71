// What a client asks its provider to do to the conversation before the model reads it (platform.claude.com, context editing and compaction;
// developers.openai.com, compaction, and responses, truncation; 2026-11).

import { elementsOf, kindOf, onlyMember, stringOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import { weighing } from './pictures.ts'

/** The edits that are asked for: in a list, or in the member of an object. */
const editsIn = (tape: JsonTape): readonly number[] => {
  const managed = onlyMember(tape, 0, 'context_management')
  if (managed === undefined) return []
  return elementsOf(tape, kindOf(tape, managed) === JsonKind.Array ? managed : onlyMember(tape, managed, 'edits'))
}

const clearsThinking = (tape: JsonTape, edit: number): boolean =>
  stringOf(tape, onlyMember(tape, edit, 'type'))?.startsWith('clear_thinking') === true

/** The edit that takes older thinking out; `undefined`: none does. */
export const thinkingCleared = (tape: JsonTape): number | undefined =>
  editsIn(tape).find((edit) => clearsThinking(tape, edit))

/**
 * Whether the provider is to take anything else out. It does so once the conversation has a certain length: one that we have shortened is
 * cleared later, or never, and its client pays for all that would have gone.
 */
export const isEditedByLength = (tape: JsonTape): boolean => editsIn(tape).some((edit) => !clearsThinking(tape, edit))

/** Shorter bodies fit into every window that is documented: the smallest has 128,000 tokens. */
const charactersOfWindow = 250_000

/**
 * Whether the provider is to leave out the oldest items that its model's window does not hold, and may have to: what it counts is then not what was
 * sent.
 */
export const mayBeTruncated = (tape: JsonTape): boolean =>
  stringOf(tape, onlyMember(tape, 0, 'truncation')) === 'auto' && weighing(tape)(tape.text.length) > charactersOfWindow
