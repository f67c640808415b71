// What compaction takes and what it gives.

import type { RememberedChains } from '../chain/record/remembered-chains.ts'
import type { KeptTurn } from '../chain/remember/kept-turn.ts'
import type { SentConversation } from '../chain/remember/sent-conversation.ts'
import type { Compressor } from '../compressor/compressor.ts'
import type { Spliced } from '../json/splice/body.ts'
import type { Alarm } from '../runtime/alarm.ts'
import { type Pace, pauses } from '../runtime/pieces.ts'
import type { BackgroundSlots } from './background/background-slots.ts'
import type { DecideInBackground } from './background/decide-in-background.ts'
import type { Asking } from './decision/decide.ts'
import type { DecisionMemory } from './decision/memory.ts'
import type { Plan } from './plan.ts'
import type { Reading } from './reading.ts'

export interface CompactionInput {
  readonly reading: Reading
  readonly compressor: Compressor
  readonly memory: DecisionMemory
  /** The account: what is remembered of its texts is its own. */
  readonly owner: string
  readonly backgroundSlots: BackgroundSlots
  readonly chains: Pick<RememberedChains, 'claim'>
  /** Fires when the request may wait no longer for decisions. */
  readonly deadline: () => Alarm
  readonly pace: Pace
}

export interface Compaction {
  /** What is forwarded. The tape's own text unless `outcome` is `compacted`. */
  readonly body: Spliced
  readonly outcome: 'compacted' | 'verbatim' | 'observed' | 'failed-open'
  readonly reason?: string
  /** Why nothing of it could be shortened, although nothing failed. */
  readonly untouched?: 'calls-not-in-body'
  /** Its provider may have edited it, so that what it counts is not what was sent. */
  readonly isEdited?: true
  readonly model?: string
  readonly engineVersion?: string
  readonly losslessVersion?: string
  /** Absent: the request leaves no record. To be called once the body is on its way. Leads to the whole body. */
  readonly sent?: () => SentConversation
  /** Its provider keeps what stands before it: what is left of it instead of a record. */
  readonly kept?: KeptTurn
  /** What the forwarded body saves or, observed, would save, and what the engine says of texts that it has not seen. */
  readonly decideInBackground: DecideInBackground
}

/** How this engine is asked about proxied text. */
export const askingOf = (
  { compressor, memory, owner, pace }: CompactionInput,
  { mode, rate }: Plan,
  engine: string,
): Asking => {
  const parameters = { engine }
  const asked = rate === undefined ? parameters : { ...parameters, rate }
  return { compressor, memory, owner, mode, pause: pauses(pace), parameters: asked }
}
