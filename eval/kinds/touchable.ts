// The results of a recorded run that the service may shorten, and the values that later turns copy out of them alone.

import { proxiedKindOf } from '../../core/compaction/decision/budgets.ts'
import { shortestRead } from '../../core/compaction/decision/decide-aged.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { scanJson } from '../../core/json/scan.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import { plainName, shells } from '../../core/transcript/calls/tool-names.ts'
import { mayBeShortenedAtOnce, type Segment } from '../../core/transcript/may-be-shortened.ts'
import { type RunMessage, runMessagesOf, writers, written } from '../../testkit/data/conversation.ts'
import type { Transcript } from '../../testkit/data/transcripts.ts'
import type { Block } from '../measures/carriers.ts'
import { type Reference, referencesOf } from '../measures/forward-references.ts'
import type { TextKind } from './points.ts'

export interface Touchable {
  /** In order, each with its kind. */
  readonly blocks: ReadonlyMap<Block, TextKind>
  /** Without those that a pinned text carries, too: they are in no danger. */
  readonly references: readonly Reference[]
  /** How often the model has answered a message, up to the answer that another one is. */
  answersBetween(message: number, answer: number): number
}

/** The results of a run as the service judges them, in order. */
const segmentsOf = (steps: readonly RunMessage[]): readonly Segment[] => {
  const tape = scanJson(`{"messages":[${steps.flatMap(writers.messages).map(written).join(',')}]}`)
  return tape === undefined
    ? []
    : atOnce(dialects.messages.read(tape)).segments.filter(({ pinned }) => pinned !== 'user-text')
}

/** Throws an error if the service sees other results in the run than are recorded. */
export const touchableOf = (run: Transcript): Touchable => {
  const messages = run.messages.filter(({ requestor }) => requestor !== 'user')
  const { references, results } = referencesOf({ id: run.id, messages })
  const segments = segmentsOf(runMessagesOf({ id: run.id, messages }))
  if (segments.length !== results.length) throw new Error('A run has other results than the service sees.')
  const isByShell = messages.every(({ tool_calls: calls }) =>
    (calls ?? []).every(({ name }) => shells.has(plainName(name ?? 'bash'))),
  )
  const blocks = new Map<Block, TextKind>()
  results.forEach((block, index) => {
    const segment = segments[index]
    if (segment === undefined) return
    if (mayBeShortenedAtOnce(segment)) blocks.set(block, proxiedKindOf(segment))
    else if (isByShell && segment.pinned === 'file-read' && block.text.length >= shortestRead) blocks.set(block, 'read')
  })
  return {
    blocks,
    references: references.filter(({ carriers }) => carriers.every(({ block }) => blocks.has(block))),
    answersBetween: (message, answer) =>
      messages.slice(message + 1, answer + 1).filter(({ role }) => role === 'assistant').length,
  }
}
