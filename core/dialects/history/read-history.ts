// Reads the messages of a body one after the other, from where they are not known.

import type { InPieces } from '../../runtime/pieces.ts'
import { type HeldState, nothingRead, type ReadState, snapshotOf, stateIn } from '../../transcript/read-state.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { type ToolResults, toolResults } from '../results/tool-results.ts'
import type { History } from './history.ts'

/** Reads one message: adds it to the state's, and tells of its results. Others may have their turn between what is left to do. */
export type ReadMessage = (state: ReadState, results: ToolResults, message: number, node: number) => Iterable<void>

/**
 * Messages at the end that the next request may not repeat as they are: clients move their cache markers. What is known before
 * them is kept.
 */
const unsettled: ReadonlySet<number> = new Set([1, 3])

/** A body that names its list twice has no messages. */
const isIn = ({ messages }: HeldState, nodes: readonly number[]): boolean =>
  messages.length <= nodes.length && messages.at(-1)?.node === nodes[messages.length - 1]

/** See `Dialect.read`. */
export function* readHistory(
  view: Pick<Transcript, 'dialect' | 'spelling' | 'tape'>,
  { nodes, whole }: History,
  known: HeldState | undefined,
  readMessage: ReadMessage,
): InPieces<Transcript> {
  const { tape } = view
  const held = known !== undefined && isIn(known, nodes) ? known : undefined
  const state = held === undefined ? nothingRead() : stateIn(tape, held)
  const { messages } = state
  const results = toolResults(tape, state)
  const states = new Map<number, ReadState>()
  for (const node of nodes.slice(messages.length)) {
    yield
    // Before the first message there is nothing to know.
    if (messages.length > 0 && unsettled.has(nodes.length - messages.length))
      states.set(messages.length, snapshotOf(state, held))
    yield* readMessage(state, results, messages.length, node)
    if (messages.at(-1)?.side === 'model') state.besideResult = false
  }
  return { ...view, messages, whole, summed: state.summed, segments: results.segments(messages), states }
}
