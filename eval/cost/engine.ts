// The real engines in this process, behind the port through which the pipeline asks its compressor. Answers are kept: every
// strategy of a comparison asks about the same texts, and engines are pure.

import { compressBatch } from '../../compressor/compress-batch.ts'
import { findEngine, selectableEngines } from '../../compressor/registry.ts'
import { proxiedBudget } from '../../core/access/policy.ts'
import type { Compressor } from '../../core/compressor/compressor.ts'
import type { CompressionResult } from '../../core/compressor/contract.ts'

interface Answer {
  readonly result: CompressionResult
  readonly milliseconds: number
}

export interface BenchCompressor extends Compressor {
  /** What the engine says of one text, and how long it took when it was asked first. */
  ask(engine: string, text: string): Promise<Answer>
}

const engineFault = ({ engine, error }: { readonly engine: string; readonly error: string }): void => {
  throw new Error(`${engine} failed: ${error}`)
}

/** `budget`: the operating point of adeline, 0 to 1. */
export const benchCompressor = (budget = proxiedBudget): BenchCompressor => {
  const known = new Map<string, Map<string, Answer>>()
  const never = new AbortController().signal

  const ask = async (name: string, text: string): Promise<Answer> => {
    const engine = findEngine(name)
    if (engine === undefined) throw new Error(`There is no engine ${name}.`)
    const answers = known.get(engine.version) ?? new Map<string, Answer>()
    known.set(engine.version, answers)
    const answered = answers.get(text)
    if (answered !== undefined) return answered
    const since = performance.now()
    const asked = { engine: engine.version, texts: [text], budget }
    const { results } = await compressBatch(engine, asked, never, engineFault)
    const [result] = results
    if (result === undefined) throw new Error(`${name} gave no answer.`)
    const answer = { result, milliseconds: performance.now() - since }
    answers.set(text, answer)
    return answer
  }

  return {
    available: selectableEngines,
    ask,
    async compress({ engine, rate, texts }) {
      if (rate !== undefined) throw new Error('The bill is measured without a rate.')
      const results: CompressionResult[] = []
      for (const text of texts) results.push((await ask(engine, text)).result)
      return { engine_version: findEngine(engine)?.version ?? engine, results }
    },
  }
}
