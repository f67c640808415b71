// Turns a body into the body that is forwarded. Everything here fails open: whatever throws, hangs or lies, the original
// goes through and the reason is kept. Whatever the steps throw is caught here and nowhere else.

import { proxiedBudget } from '../access/policy.ts'
import type { Chain } from '../chain/recognise.ts'
import { type SentConversation, sentConversation } from '../chain/sent-conversation.ts'
import { type SegmentState, unasked } from '../chain/state.ts'
import type { Compressor } from '../compressor/compressor.ts'
import type { JsonTape } from '../json/scan.ts'
import { type Edit, splice } from '../json/splice.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import type { Alarm } from '../runtime/alarm.ts'
import type { Segment } from '../transcript/transcript.ts'
import type { LearningPlaces } from './background-slots.ts'
import { type Asking, type Decisions, decide } from './decide.ts'
import { baseForm, decided, isArriving, type Travelling, travellingOf } from './forwarded-segment.ts'
import type { DecisionMemory } from './memory.ts'
import { type Plan, planFor } from './plan.ts'
import type { Reading } from './reading.ts'
import { type Learned, learn, nothingLearned, nothingToLearn, type Open, openOf } from './savings.ts'
import { onlyDeletes } from './verify.ts'

export interface Compaction {
  /** What is forwarded. The very string that was received unless `outcome` is `compacted`. */
  readonly body: string
  readonly outcome: 'compacted' | 'verbatim' | 'observed' | 'failed-open'
  readonly reason?: string
  readonly model?: string
  readonly engineVersion?: string
  readonly losslessVersion?: string
  /** Absent: the request leaves no record. */
  readonly sent?: SentConversation
  /** What was or, observed, would have been saved, and what the engine says of fresh text. To be called once, behind the stream; never rejects. */
  readonly learn: (signal: AbortSignal) => Promise<Learned>
}

/** The steps, so that tests can make each of them throw, hang and lie. */
export interface Steps {
  readonly decide: (texts: readonly string[], asking: Asking, signal: AbortSignal) => Promise<Decisions>
  readonly shorten: typeof baseForm
  readonly rewrite: (tape: JsonTape, edits: readonly Edit[]) => string
}

export const realSteps: Steps = { decide, shorten: baseForm, rewrite: splice }

export interface CompactionInput {
  readonly reading: Reading
  readonly compressor: Compressor
  readonly memory: DecisionMemory
  readonly learningPlaces: LearningPlaces
  /** Fires when the request may wait no longer for decisions. */
  readonly deadline: () => Alarm
}

const askingOf = ({ compressor, memory }: CompactionInput, { rate }: Plan, engine: string): Asking => {
  const parameters = { engine, budget: proxiedBudget }
  return { compressor, memory, parameters: rate === undefined ? parameters : { ...parameters, rate } }
}

/** Behind the stream. Made where nothing else is in reach: what it holds is held as long as the answer streams. */
const learning =
  (open: readonly Open[], asking: Asking, places: LearningPlaces): Compaction['learn'] =>
  async (signal) => {
    const leave = places.take()
    if (leave === undefined) return nothingLearned(open)
    return learn(open, asking, signal)
      .catch(() => nothingLearned(open))
      .finally(leave)
  }

interface Arrived {
  readonly travelling: readonly Travelling[]
  readonly failure?: string
  readonly engineVersion?: string
}

/** Asks the engine about what is sent for the first time, and waits for it as long as a request may. */
const arrive = async (
  travelling: readonly Travelling[],
  known: Chain['known'],
  asking: Asking,
  { deadline }: CompactionInput,
  steps: Steps,
): Promise<Arrived> => {
  const arriving = travelling.filter((one, index) => isArriving(one, index, known))
  if (arriving.length === 0) return { travelling }
  const alarm = deadline()
  const texts = arriving.map(({ segment }) => segment.text)
  const { decisions, failure } = await steps.decide(texts, asking, alarm.signal).finally(alarm.clear)
  const byTravelling = new Map(arriving.map((one, index) => [one, decisions[index]]))
  const engineVersion = decisions.find((decision) => decision !== undefined)?.engineVersion
  return {
    travelling: travelling.map((one) =>
      byTravelling.has(one) ? decided(one, byTravelling.get(one), steps.shorten) : one,
    ),
    ...(failure === undefined ? {} : { failure }),
    ...(engineVersion === undefined ? {} : { engineVersion }),
  }
}

const rewritten = (tape: JsonTape, travelling: readonly Travelling[], steps: Steps): string => {
  const edits = travelling.flatMap(({ segment, kept }) =>
    kept === undefined ? [] : [{ node: segment.node, text: segment.text, kept }],
  )
  if (edits.length === 0) return tape.text
  const body = steps.rewrite(tape, edits)
  if (!onlyDeletes(tape, edits, body)) throw new Error('the rewritten body is not a deletion')
  return body
}

/** What would travel in the depth that is observed; decided and counted while the original is on its way. */
const observing =
  (
    segments: readonly Segment[],
    lastOfModel: number,
    plan: Plan,
    asking: Asking,
    places: LearningPlaces,
    steps: Steps,
  ): Compaction['learn'] =>
  async (signal) => {
    const state: SegmentState = plan.observes === 'lossy' ? { ...unasked, form: 'lossy' } : unasked
    try {
      const open = segments.map((segment) => {
        const kept = steps.shorten(segment)
        const travelling = { segment, state, moved: false, ...(kept === undefined ? {} : { kept }) }
        const asks = plan.observes === 'lossy' && segment.pinned === undefined
        const opened = openOf(travelling, segment.message < lastOfModel, asks)
        return kept === undefined ? opened : { ...opened, toCount: segment.text }
      })
      return await learning(open, asking, places)(signal)
    } catch {
      return nothingToLearn
    }
  }

/** Compacts what was read of a body. Never rejects and never throws. */
export const compact = async (input: CompactionInput, steps: Steps = realSteps): Promise<Compaction> => {
  const { reading } = input
  const { tape, plan: asked, transcript, chain } = reading
  const named = reading.model === undefined ? {} : { model: reading.model }
  const original = { body: tape.text, outcome: 'verbatim', ...named, learn: async () => nothingToLearn } as const
  const failed = (reason: string): Compaction => ({ ...original, outcome: 'failed-open', reason })
  if (reading.failure !== undefined) return failed(reading.failure)
  if (transcript === undefined) return original
  const { segments, messages } = transcript
  const lastOfModel = messages.findLastIndex(({ side }) => side === 'model')
  let step: keyof Steps = 'shorten'
  try {
    if (asked.mode === 'observe') {
      const asking = askingOf(input, asked, asked.compressor)
      const learns = observing(segments, lastOfModel, asked, asking, input.learningPlaces, steps)
      return { ...original, outcome: 'observed', losslessVersion, learn: learns }
    }
    const { known, trouble } = chain ?? {}
    // A chain keeps its policy as long as the provider may hold what was sent under it.
    const policy = known === undefined || known.cold ? reading.policy : known.state.policy
    const plan = planFor(policy, undefined)
    if (known?.state.verbatim === true && chain !== undefined) {
      const whole = segments.map((segment) => ({ segment, state: unasked, moved: false }))
      const sent = sentConversation(transcript, chain, whole, policy)
      return { ...original, reason: 'chain-verbatim', sent }
    }

    const engine = (known?.cold === false ? known.state.engineVersion : undefined) ?? plan.compressor
    const asking = askingOf(input, plan, engine)
    const based = travellingOf(transcript, known, steps.shorten)
    step = 'decide'
    const arrived: Arrived =
      plan.mode === 'arrival' ? await arrive(based, known, asking, input, steps) : { travelling: based }
    step = 'rewrite'
    const body = rewritten(tape, arrived.travelling, steps)
    const sent = chain === undefined ? undefined : sentConversation(transcript, chain, arrived.travelling, policy)
    // The engine that decided first is the conversation's: what it meets later is for the same version.
    const by = arrived.engineVersion === undefined ? {} : { engineVersion: arrived.engineVersion }
    const learns = sent !== undefined && !sent.unreadable
    const cold = known?.cold ?? false
    const open = arrived.travelling.map((one) => openOf(one, !cold && one.segment.message < lastOfModel, learns))
    const failure = arrived.failure ?? trouble
    const engineVersion = arrived.engineVersion ?? known?.state.engineVersion
    return {
      ...original,
      body,
      outcome: failure !== undefined ? 'failed-open' : body === tape.text ? 'verbatim' : 'compacted',
      ...(failure === undefined ? {} : { reason: failure }),
      ...(engineVersion === undefined ? {} : { engineVersion }),
      losslessVersion,
      ...(sent === undefined ? {} : { sent: { ...sent, ...by } }),
      learn: learning(open, asking, input.learningPlaces),
    }
  } catch {
    return failed(`${step}-failed`)
  }
}
