// One request of a made-up session, and what becomes of it on its way.

import type { ModelName } from '../shapes/models.ts'

export interface SentRequest {
  /** Milliseconds since the session began. */
  readonly at: number
  readonly model: ModelName
  readonly body: string
  /** It asks the provider to compact the conversation. */
  readonly compacts: boolean
  /** The upstream does not take it. */
  readonly fails: boolean
  /** The upstream takes it in, and its answer never comes. */
  readonly breaks: boolean
  /** The process that serves it is killed while its answer streams. */
  readonly kills: boolean
  /** The client sends it to the upstream itself, past the service. */
  readonly goesPast: boolean
  /** The client does not wait for the end of the answer. */
  readonly leaves: boolean
  /** How often the provider asks its model before it answers. */
  readonly rounds: number
  /** Which of the upstream's caches it meets: one that no request has met is empty. */
  readonly cache: number
  /** Which of the session's conversations it belongs to. */
  readonly conversation: number
  /** What the client did, in words. */
  readonly act: string
}
