// Asks the compressor about texts that this environment does not know yet, within a deadline, and remembers its answers.

import { type BatchParameters, compressAll } from '../compressor/batch.ts'
import type { Compressor } from '../compressor/compressor.ts'
import type { CompressionResult } from '../compressor/contract.ts'
import { type DecisionMemory, decisionKey, type EngineDecision } from './memory.ts'

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

/** Decides every text. Never rejects: what is not known and not answered in time is `undefined`. */
export const decide = async (texts: readonly string[], asking: Asking, signal: AbortSignal): Promise<Decisions> => {
  const keys = texts.map((text) => decisionKey(asking.parameters, text))
  const known = new Map<string, EngineDecision>()
  const unknown = new Map<string, string>()
  keys.forEach((key, index) => {
    const decision = asking.memory.get(key)
    if (decision === undefined) unknown.set(key, texts[index] ?? '')
    else known.set(key, decision)
  })

  const ask = async (): Promise<void> => {
    const answering = compressAll(asking.compressor, [...unknown.values()], asking.parameters, signal)
    const reply = await unlessFired(answering, signal)
    for (const [index, key] of [...unknown.keys()].entries()) {
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
    await ask()
    return { decisions: decisions() }
  } catch {
    return { decisions: decisions(), failure: signal.aborted ? 'compressor-timeout' : 'compressor-failed' }
  }
}
