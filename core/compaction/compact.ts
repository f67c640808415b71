// Turns a body into the body that is forwarded. Everything here fails open: whatever throws, hangs or lies, the original
// goes through and the reason is kept. Whatever the steps throw is caught here and nowhere else.

import type { Dialect } from '../dialects/dialect.ts'
import { modelOf } from '../dialects/request-model.ts'
import type { JsonTape } from '../json/scan.ts'
import { type Edit, splice } from '../json/splice.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import type { Alarm, Compressor } from '../ports.ts'
import type { Segment, Transcript } from '../transcript/transcript.ts'
import { type Asking, type Decisions, decide } from './decide.ts'
import type { DecisionMemory } from './memory.ts'
import type { Plan } from './plan.ts'
import {
  countSavings,
  type Loss,
  losslessShortening,
  lossOf,
  lossyShortening,
  noSavings,
  type Savings,
  type Shortening,
} from './savings.ts'
import { onlyDeletes } from './verify.ts'

export interface Compaction {
  /** What is forwarded. The very string that was received unless `outcome` is `compacted`. */
  readonly body: string
  readonly outcome: 'compacted' | 'verbatim' | 'observed' | 'failed-open'
  readonly reason?: string
  readonly model?: string
  readonly engineVersion?: string
  readonly losslessVersion?: string
  /** What was or, observed, would have been saved. To be called once, behind the stream; never rejects. */
  readonly savings: (signal: AbortSignal) => Promise<Savings>
}

/** The steps, so that tests can make each of them throw, hang and lie. */
export interface Steps {
  readonly read: (dialect: Dialect, tape: JsonTape) => Transcript
  readonly decide: (texts: readonly string[], asking: Asking, signal: AbortSignal) => Promise<Decisions>
  readonly shorten: (segment: Segment) => Shortening | undefined
  readonly rewrite: (tape: JsonTape, edits: readonly Edit[]) => string
}

export const realSteps: Steps = {
  read: (dialect, tape) => dialect.read(tape),
  decide,
  shorten: losslessShortening,
  rewrite: splice,
}

export interface CompactionInput {
  readonly tape: JsonTape
  readonly dialect: Dialect
  readonly plan: Plan
  readonly compressor: Compressor
  readonly memory: DecisionMemory
  /** Fires when the request may wait no longer for decisions. */
  readonly deadline: () => Alarm
}

interface Shortened {
  readonly shortenings: readonly Shortening[]
  readonly engineVersion?: string
  readonly failure?: string
}

/** The lossless form of every segment, or the engine's where it decided; a text without an answer in time stays whole. */
const shortenAll = async (
  segments: readonly Segment[],
  input: CompactionInput,
  steps: Steps,
  signal: AbortSignal,
): Promise<Shortened> => {
  const { plan, compressor, memory } = input
  if (segments.length === 0) return { shortenings: [] }
  if (plan.depth === 'lossless') return { shortenings: segments.flatMap((segment) => steps.shorten(segment) ?? []) }

  const asking = { compressor, memory, engine: plan.compressor }
  const { decisions, failure } = await steps.decide(
    segments.map(({ text }) => text),
    plan.rate === undefined ? asking : { ...asking, rate: plan.rate },
    signal,
  )
  const shortenings = segments.flatMap((segment, index): Shortening | readonly Shortening[] => {
    const decision = decisions[index]
    if (decision === undefined) return []
    const { kept, tokensSaved } = decision
    return (kept === undefined ? steps.shorten(segment) : lossyShortening(segment, kept, tokensSaved)) ?? []
  })
  const engineVersion = decisions.find((decision) => decision !== undefined)?.engineVersion
  return {
    shortenings,
    ...(engineVersion === undefined ? {} : { engineVersion }),
    ...(failure === undefined ? {} : { failure }),
  }
}

const rewritten = (tape: JsonTape, shortenings: readonly Shortening[], steps: Steps): string => {
  const edits = shortenings.map(({ segment, kept }) => ({ node: segment.node, text: segment.text, kept }))
  const body = steps.rewrite(tape, edits)
  if (edits.length > 0 && !onlyDeletes(tape, edits, body)) throw new Error('the rewritten body is not a deletion')
  return body
}

type Learn = Compaction['savings']

/** Made where nothing else is in reach: what it holds is held as long as the answer streams. */
const counting =
  (losses: readonly Loss[], asking: Pick<CompactionInput, 'compressor' | 'memory'>): Learn =>
  (signal) =>
    countSavings(losses, asking, signal).catch(() => noSavings)

/** Decides what would have been deleted, while the original is on its way. */
const observing =
  (segments: readonly Segment[], lastAssistant: number, input: CompactionInput, steps: Steps): Learn =>
  async (signal) => {
    try {
      const { shortenings, engineVersion } = await shortenAll(segments, input, steps, signal)
      const losses = shortenings.map((shortening) => lossOf(shortening, lastAssistant))
      const counted = await countSavings(losses, input, signal)
      return engineVersion === undefined ? counted : { ...counted, engineVersion }
    } catch {
      return noSavings
    }
  }

/** Compacts a body that is one JSON object. Never rejects and never throws. */
export const compact = async (input: CompactionInput, steps: Steps = realSteps): Promise<Compaction> => {
  const { tape, plan, compressor, memory } = input
  let step: keyof Steps = 'read'
  let model: string | undefined
  const named = (): { model?: string } => (model === undefined ? {} : { model })
  try {
    if (plan.depth === 'none')
      return { body: tape.text, outcome: 'verbatim', ...modelOf(tape), savings: async () => noSavings }
    const transcript = steps.read(input.dialect, tape)
    model = transcript.model
    const segments = transcript.segments.filter((segment) => segment.pinned === undefined && segment.text !== '')
    if (!plan.forwards) {
      const savings = observing(segments, transcript.lastAssistant, input, steps)
      return { body: tape.text, outcome: 'observed', ...named(), losslessVersion, savings }
    }

    step = plan.depth === 'lossy' ? 'decide' : 'shorten'
    const deadline = input.deadline()
    const shortened = await shortenAll(segments, input, steps, deadline.signal).finally(deadline.clear)
    step = 'rewrite'
    const body = rewritten(tape, shortened.shortenings, steps)
    const { engineVersion, failure } = shortened
    return {
      body,
      outcome: failure !== undefined ? 'failed-open' : shortened.shortenings.length > 0 ? 'compacted' : 'verbatim',
      ...(failure === undefined ? {} : { reason: failure }),
      ...named(),
      ...(engineVersion === undefined ? {} : { engineVersion }),
      losslessVersion,
      savings: counting(
        shortened.shortenings.map((shortening) => lossOf(shortening, transcript.lastAssistant)),
        { compressor, memory },
      ),
    }
  } catch {
    return {
      body: tape.text,
      outcome: 'failed-open',
      reason: `${step}-failed`,
      ...named(),
      savings: async () => noSavings,
    }
  }
}
