// The real engines in this process, behind the port through which the pipeline asks its compressor. Answers are kept: every
// strategy of a comparison asks about the same texts, and engines are pure.

import { compressBatch } from '../../compressor/compress-batch.ts'
import type { Engine } from '../../compressor/engines/engine.ts'
import { findEngine, selectableEngines } from '../../compressor/registry.ts'
import {
  type JudgedWhen,
  type ProxiedText,
  proxiedBudgetOf,
  proxiedBudgets,
} from '../../core/compaction/decision/budgets.ts'
import type { Compressor } from '../../core/compressor/compressor.ts'
import type { CompressionResult } from '../../core/compressor/contract.ts'

export interface Answer {
  readonly result: CompressionResult
  readonly milliseconds: number
}

export interface BenchCompressor extends Compressor {
  /** What the engine says of one text, and how long it took when it was asked first. */
  ask(engine: string, asked: ProxiedText, when: JudgedWhen): Promise<Answer>
}

const engineFault = ({ engine, error }: { readonly engine: string; readonly error: string }): void => {
  throw new Error(`${engine} failed: ${error}`)
}

const adeline = 'adeline-1'

/**
 * `fixed`: the operating point of adeline, 0 to 1, for all that ask; absent: the one that ships for each kind of text. `other`: an
 * engine in the place of adeline.
 */
export const benchCompressor = (fixed?: number, other?: Engine): BenchCompressor => {
  const known = new Map<string, Map<string, Answer>>()
  const never = new AbortController().signal
  const engineOf = (name: string): Engine | undefined =>
    other !== undefined && (name === adeline || name === other.version) ? other : findEngine(name)

  const askAt = async (name: string, text: string, budget: number): Promise<Answer> => {
    const engine = engineOf(name)
    if (engine === undefined) throw new Error(`There is no engine ${name}.`)
    const point = `${engine.version} ${budget}`
    const answers = known.get(point) ?? new Map<string, Answer>()
    known.set(point, answers)
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
    ask: (engine, asked, when) => askAt(engine, asked.text, fixed ?? proxiedBudgetOf(asked, when)),
    async compress({ engine, rate, texts, budget = proxiedBudgets.repeated.other }) {
      if (rate !== undefined) throw new Error('The bill is measured without a rate.')
      const results: CompressionResult[] = []
      for (const text of texts) results.push((await askAt(engine, text, fixed ?? budget)).result)
      return { engine_version: engineOf(engine)?.version ?? engine, results }
    },
  }
}
