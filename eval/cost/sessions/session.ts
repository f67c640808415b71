// A session as a client would have lived it: the conversation, when each of its requests was sent, and what came before it.

import { type RunMessage, runMessagesOf } from '../../../testkit/data/conversation.ts'
import type { Transcript } from '../../../testkit/data/transcripts.ts'
import { referencesOf, type TranscriptReferences } from '../../measures/forward-references.ts'
import { chanceOf } from './chance.ts'
import { type EditAnchor, editAnchorsOf } from './edit-anchors.ts'
import { type NumberUse, numberUsesOf } from './line-numbers.ts'

export interface Session {
  readonly id: string
  /** The ranker that ships was not trained on it: only these tell what it does to what the model sees. */
  readonly unseen: boolean
  /** The repository or service that it is of, where forests learned from some of those. */
  readonly source?: string
  /** One for each message of the run. */
  readonly steps: readonly RunMessage[]
  /** Index of the model's message that each request asked for: it carried all before it. */
  readonly asked: readonly number[]
  /** What the system text and the tools have together, in tokens. */
  readonly frameTokens: number
  /** Tools that the agent offers, whether the session calls them or not. */
  readonly offered?: readonly string[]
  readonly references: TranscriptReferences
  readonly anchors: readonly EditAnchor[]
  readonly numbers: readonly NumberUse[]
  /** When each request was sent, in milliseconds since the first; absent where the run does not say. */
  readonly times?: readonly number[]
}

/** Throws nothing; a run in which nothing was ever asked has no requests. */
export const sessionOf = (run: Transcript, frameTokens: number, unseen: boolean): Session => {
  const messages = run.messages.filter(({ requestor }) => requestor !== 'user')
  const ordered = { id: run.id, messages }
  const first = messages.findIndex(({ role }) => role !== 'system')
  return {
    id: run.id,
    unseen,
    steps: runMessagesOf(ordered),
    asked: messages.flatMap(({ role }, index) => (role === 'assistant' && index > first ? [index] : [])),
    frameTokens,
    references: referencesOf(ordered),
    anchors: editAnchorsOf(ordered),
    numbers: numberUsesOf(ordered),
  }
}

const longPause = 0.05

/** The pauses of a session: the present mix, or none that outlives a cache. */
export const pauseKinds = ['mixed', 'warm'] as const
export type PauseKind = (typeof pauseKinds)[number]

/**
 * When each request is sent, in milliseconds since the first: as recorded, or made up. Most then follow within a minute; five in a hundred come only
 * after ten minutes to three hours, when the shorter caches have forgotten everything.
 */
export const timesOf = (
  session: Pick<Session, 'id' | 'asked' | 'times'>,
  seed: number,
  pauses: PauseKind = 'mixed',
): readonly number[] => {
  if (session.times !== undefined) return session.times
  const chance = chanceOf(session.id, seed)
  let time = 0
  return session.asked.map((_, index) => {
    if (index > 0) {
      const isLong = chance() < longPause && pauses === 'mixed'
      const share = chance()
      time += 1_000 * (isLong ? 600 * 18 ** share : 4 + 56 * share)
    }
    return Math.round(time)
  })
}
