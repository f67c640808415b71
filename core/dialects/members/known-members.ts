// Judges the members of an object that a dialect knows.

import { cacheBreakpoint } from '../../caches/breakpoint.ts'
import type { Members } from '../../json/object-members.ts'
import { rawOf, reads } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import { cacheMarker } from './cache-marker.ts'

/** Members that clients and gateways add to a result or a block, and that say nothing of its text. */
const harmless: ReadonlySet<string> = new Set([
  'id',
  'name',
  'annotations',
  cacheMarker,
  cacheBreakpoint,
  'internal_chat_message_metadata_passthrough',
])

const isOff = (tape: JsonTape, node: number): boolean => reads(tape, node, 'null') || reads(tape, node, 'false')

/** Whether the object has no member but these, harmless ones, and ones that are off. */
export const hasOnly = (tape: JsonTape, members: Members, known: ReadonlySet<string>): boolean => {
  let isOnly = true
  members.each((name, node) => {
    if (!known.has(name) && !harmless.has(name) && !isOff(tape, node)) isOnly = false
  })
  return isOnly
}

/** Anything that is not plainly `false`: an error flag of a kind we do not know counts as one. */
export const isFlagged = (tape: JsonTape, node: number | undefined): boolean =>
  node !== undefined && !['false', 'null'].includes(rawOf(tape, node))
