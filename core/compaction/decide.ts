// Asks the compressor about texts that this environment does not know yet, as far as a deadline allows, and remembers its answers.

import { proxiedBudgetOf } from '../access/policy.ts'
import type { BatchParameters } from '../compressor/batch.ts'
import type { Compressor } from '../compressor/compressor.ts'
import type { CompressionResult } from '../compressor/contract.ts'
import { compressInPart } from '../compressor/in-part.ts'
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

/** There was no time to ask about a text. */
export const notAsked = 'not-asked'
/** `undefined`: it was asked about, and no answer came. */
export type Answer = EngineDecision | typeof notAsked | undefined

export interface Decisions {
  /** In the order of the texts. */
  readonly decisions: readonly Answer[]
  /** Why answers are missing. */
  readonly failure?: 'compressor-timeout' | 'compressor-failed'
}

/** The version that has answered, if any has. */
export const versionOf = (answers: readonly Answer[]): string | undefined =>
  answers.find((answer) => answer !== undefined && answer !== notAsked)?.engineVersion

const decisionFrom = (result: CompressionResult, engineVersion: string): EngineDecision =>
  'abstained' in result
    ? { tokens: result.tokens_before, tokensSaved: 0, engineVersion }
    : {
        kept: result.kept,
        tokens: result.tokens_before,
        tokensSaved: Math.max(0, result.tokens_before - result.tokens_after),
        engineVersion,
      }

const parametersOf = ({ parameters }: Asking, budget: number | undefined): BatchParameters =>
  budget === undefined ? parameters : { ...parameters, budget }

/** Decides every text that there is time for. Never rejects. */
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
  if (unknown.size === 0) return { decisions: keys.map((key) => known.get(key)) }

  const sent = new Set<string>()
  const ask = async (budget: number | undefined, texts: ReadonlyMap<string, string>): Promise<boolean> => {
    const parameters = parametersOf(asking, budget)
    const asked = [...texts.keys()]
    const answers = await compressInPart(asking.compressor, [...texts.values()], parameters, signal)
    for (const index of answers.sent) sent.add(asked[index] ?? '')
    for (const [index, result] of answers.results) {
      const key = asked[index] ?? ''
      const decision = decisionFrom(result, answers.engineVersion ?? asking.parameters.engine)
      known.set(key, decision)
      asking.memory.set(key, decision)
    }
    return answers.failed
  }
  const failures = await Promise.all([...unknown].map(([budget, texts]) => ask(budget, texts)))
  const decisions = keys.map((key) => known.get(key) ?? (sent.has(key) ? undefined : notAsked))
  if (!failures.includes(true)) return { decisions }
  return { decisions, failure: signal.aborted ? 'compressor-timeout' : 'compressor-failed' }
}
