// Asks the compressor about texts that this environment does not know yet, as far as a deadline allows, and remembers its answers.

import type { CompactionMode } from '../../access/policy.ts'
import type { BatchParameters } from '../../compressor/batch.ts'
import type { Compressor } from '../../compressor/compressor.ts'
import { compressInPart, type PackedResult, type Question } from '../../compressor/in-part.ts'
import { losslessVersion } from '../../lossless/lossless.ts'
import { eachInTurn } from '../../runtime/pieces.ts'
import type { Claimed } from './asked-at-once.ts'
import { type JudgedWhen, type ProxiedText, proxiedBudgetOf } from './budgets.ts'
import { type DecisionMemory, decisionKey, type EngineDecision } from './memory.ts'

export interface Asking {
  readonly compressor: Compressor
  readonly memory: DecisionMemory
  /** The account. */
  readonly owner: string
  readonly parameters: BatchParameters
  readonly mode: CompactionMode
  /** Of what goes as soon as it is answered: other requests may bring it at once. */
  readonly claim?: (keys: readonly string[]) => Promise<Claimed>
  /** To be awaited between two texts: a large body has megabytes of them, and other requests wait. */
  readonly pause: () => Promise<void>
}

/** To count texts alone, exactly: no engine judges them. */
export const counting = (asking: Asking): Asking => ({ ...asking, parameters: { engine: losslessVersion } })

/** What is asked about proxied text. */
export const questionAbout = (asked: ProxiedText, when: JudgedWhen): Question => ({
  text: asked.text,
  budget: proxiedBudgetOf(asked, when),
})

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

const decisionFrom = (result: PackedResult, engineVersion: string): EngineDecision =>
  'abstained' in result
    ? { tokens: result.tokens_before, tokensSaved: 0, engineVersion }
    : {
        kept: result.kept,
        tokens: result.tokens_before,
        tokensSaved: Math.max(0, result.tokens_before - result.tokens_after),
        engineVersion,
      }

const nothing: ReadonlySet<string> = new Set()

/** What is known by these keys, and the answers of the compressor about what is not, except what has just gone without one. */
const decideBy = async (
  keys: readonly string[],
  questions: readonly Question[],
  asking: Asking,
  signal: AbortSignal,
  unanswered: ReadonlySet<string>,
): Promise<Decisions> => {
  const known = new Map<string, EngineDecision>()
  const unknown = new Map<string, Question>()
  questions.forEach((question, index) => {
    const key = keys[index] ?? ''
    if (unanswered.has(key)) return
    const decision = asking.memory.get(key)
    if (decision === undefined) unknown.set(key, question)
    else known.set(key, decision)
  })
  if (unknown.size === 0) return { decisions: keys.map((key) => known.get(key) ?? notAsked) }

  const asked = [...unknown.keys()]
  const answers = await compressInPart(asking.compressor, [...unknown.values()], asking.parameters, signal)
  for (const [index, result] of answers.results) {
    const key = asked[index] ?? ''
    const decision = decisionFrom(result, answers.engineVersion ?? asking.parameters.engine)
    known.set(key, decision)
    asking.memory.set(key, decision)
  }
  const sent = new Set([...answers.sent].map((index) => asked[index]))
  const decisions = keys.map((key) => known.get(key) ?? (sent.has(key) ? undefined : notAsked))
  if (!answers.failed) return { decisions }
  return { decisions, failure: signal.aborted ? 'compressor-timeout' : 'compressor-failed' }
}

/** Decides every text that there is time for. Never rejects. */
export const decide = async (
  questions: readonly Question[],
  asking: Asking,
  signal: AbortSignal,
): Promise<Decisions> => {
  const keys = await eachInTurn(questions, asking.pause, ({ text, budget }) =>
    decisionKey(asking.owner, budget === undefined ? asking.parameters : { ...asking.parameters, budget }, text),
  )
  const claimed = await asking.claim?.(keys)
  let decided: Decisions = { decisions: [] }
  try {
    decided = await decideBy(keys, questions, asking, signal, claimed?.unanswered ?? nothing)
    return decided
  } finally {
    claimed?.release(keys.filter((_, index) => typeof decided.decisions[index] !== 'object'))
  }
}
