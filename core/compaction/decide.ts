// Asks the compressor about texts that this environment does not know yet, within a deadline, and remembers its answers.

import { proxiedBudgetOf } from '../access/policy.ts'
import { type BatchParameters, compressAll } from '../compressor/batch.ts'
import type { Compressor } from '../compressor/compressor.ts'
import type { CompressionResult } from '../compressor/contract.ts'
import type { Segment } from '../transcript/transcript.ts'
import { type DecisionMemory, decisionKey, type EngineDecision } from './memory.ts'

/** One text, and how deep the engine may go into it; absent: as deep as it goes by itself. */
export interface Question {
  readonly text: string
  readonly budget?: number
}

/** What is asked about a segment of proxied text. */
export const questionAbout = ({ text, kind }: Pick<Segment, 'text' | 'kind'>): Question => ({
  text,
  budget: proxiedBudgetOf(kind),
})

export interface Asking {
  readonly compressor: Compressor
  readonly memory: DecisionMemory
  readonly parameters: BatchParameters
}

export interface Decisions {
  /** In the order of the texts; `undefined` where no answer came. */
  readonly decisions: readonly (EngineDecision | undefined)[]
  /** Why answers are missing. */
  readonly failure?: 'compressor-timeout' | 'compressor-failed'
}

const decisionFrom = (result: CompressionResult, engineVersion: string): EngineDecision =>
  'abstained' in result
    ? { tokens: result.tokens_before, tokensSaved: 0, engineVersion }
    : {
        kept: result.kept,
        tokens: result.tokens_before,
        tokensSaved: Math.max(0, result.tokens_before - result.tokens_after),
        engineVersion,
      }

/** Rejects when the signal fires: a compressor that hangs must not hold the request, whether it heeds the signal or not. */
const unlessFired = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('deadline'))
    if (signal.aborted) fail()
    // Taken off again: the signal lives as long as the stream, and would hold the answer.
    signal.addEventListener('abort', fail, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', fail))
  })

const parametersOf = ({ parameters }: Asking, budget: number | undefined): BatchParameters =>
  budget === undefined ? parameters : { ...parameters, budget }

/** Decides every text. Never rejects: what is not known and not answered in time is `undefined`. */
export const decide = async (
  questions: readonly Question[],
  asking: Asking,
  signal: AbortSignal,
): Promise<Decisions> => {
  const keys = questions.map(({ text, budget }) => decisionKey(parametersOf(asking, budget), text))
  const known = new Map<string, EngineDecision>()
  /** By budget: one call asks with one. */
  const unknown = new Map<number | undefined, Map<string, string>>()
  questions.forEach(({ text, budget }, index) => {
    const key = keys[index] ?? ''
    const decision = asking.memory.get(key)
    if (decision !== undefined) {
      known.set(key, decision)
      return
    }
    const texts = unknown.get(budget) ?? new Map<string, string>()
    unknown.set(budget, texts.set(key, text))
  })

  const ask = async (budget: number | undefined, texts: ReadonlyMap<string, string>): Promise<void> => {
    const parameters = parametersOf(asking, budget)
    const answering = compressAll(asking.compressor, [...texts.values()], parameters, signal)
    const reply = await unlessFired(answering, signal)
    for (const [index, key] of [...texts.keys()].entries()) {
      const result = reply.results[index]
      if (result === undefined) continue
      const decision = decisionFrom(result, reply.engineVersion ?? asking.parameters.engine)
      known.set(key, decision)
      asking.memory.set(key, decision)
    }
  }

  const decisions = (): (EngineDecision | undefined)[] => keys.map((key) => known.get(key))
  if (unknown.size === 0) return { decisions: decisions() }
  try {
    await Promise.all([...unknown].map(([budget, texts]) => ask(budget, texts)))
    return { decisions: decisions() }
  } catch {
    return { decisions: decisions(), failure: signal.aborted ? 'compressor-timeout' : 'compressor-failed' }
  }
}
