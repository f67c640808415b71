// One request of a made-up session, and what becomes of it on its way.

import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import type { CacheMoment } from '../../provider/caches.ts'
import type { ModelName } from '../shapes/models.ts'

export interface SentRequest {
  /** Milliseconds since the session began. */
  readonly at: number
  readonly model: ModelName
  readonly dialect: MeasuredDialect
  /** The model that answers it, where that is another one. */
  readonly answeredBy?: ModelName
  readonly body: string
  /** What its provider keeps the answer as, where it does, and what the answer before has said. */
  readonly kept?: { readonly as: string; readonly answered: readonly object[] }
  /** It asks the provider to compact the conversation. */
  readonly compacts: boolean
  /** The upstream does not take it. */
  readonly fails: boolean
  /** It has taken it in all the same, and charges nothing: it fails by its status, or in an answer that begins well. */
  readonly takenIn?: 'status' | 'answer'
  /** It is refused for what it says. */
  readonly refused?: true
  /** The upstream takes it in, and its answer never comes. */
  readonly breaks: boolean
  /** An error ends its answer, which has begun well. */
  readonly endsInError?: true
  /** The process that serves it is killed while its answer streams. */
  readonly kills: boolean
  /** The client sends it to the upstream itself, past the service. */
  readonly goesPast: boolean
  /** The client does not wait for the end of the answer. */
  readonly leaves: boolean
  /** How many calls its answer makes: known once the client has gone on from that. */
  readonly calls: () => number
  /** How often the provider asks its model before it answers. */
  readonly rounds: number
  /** Which of the upstream's caches it meets: one that no request has met is empty. */
  readonly cache: number
  /** What else tells that cache apart from others of its model. */
  readonly apart: string
  readonly moment?: CacheMoment
  /** What it is charged, as a multiple of the model's usual price. */
  readonly price: number
  /** Which of the session's conversations it belongs to. */
  readonly conversation: number
  /** What the client did, in words. */
  readonly act: string
}
