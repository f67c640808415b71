// The words of the command line, and nothing else.

import { plainWords, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import type { Engine } from '../../compressor/engines/engine.ts'
import { findEngine, selectableEngines } from '../../compressor/registry.ts'

export interface FuzzOptions {
  readonly inputs: number
  readonly seed: number
  readonly engines: readonly Engine[]
}

export const usage = `npm run fuzz:engines -- [INPUTS [SEED [ENGINE ...]]]

${optionsText({
  INPUTS: 'how many made-up texts each engine gets; a million without it',
  SEED: 'the same seed makes the same texts; 1 without it',
  ENGINE: `one or more of ${selectableEngines.join(', ')}; all of them without it`,
})}`

const wholeNumber = (word: string, name: string): number => {
  const number = Number(word)
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(number))
    throw new UsageFault(`${name} is a whole number, and '${word}' is not.`)
  return number
}

const engineNamed = (name: string): Engine => {
  const engine = findEngine(name)
  if (engine === undefined) throw new UsageFault(`There is no engine '${name}'.`)
  return engine
}

/** `undefined` when help was asked for. Throws `UsageFault`. */
export const readFuzzOptions = (words: readonly string[]): FuzzOptions | undefined => {
  const positionals = plainWords(words)
  if (positionals === undefined) return undefined
  const [inputs = '1000000', seed = '1', ...names] = positionals
  return {
    inputs: wholeNumber(inputs, 'INPUTS'),
    seed: wholeNumber(seed, 'SEED'),
    engines: [...new Set((names.length > 0 ? names : selectableEngines).map(engineNamed))],
  }
}
