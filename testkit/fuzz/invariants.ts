// What has to hold of every answer of every engine, on any text.

import type { Engine, EngineParameters } from '../../compressor/engines/engine.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { scanJson } from '../../core/json/scan.ts'
import { sliceSpans, spansFault } from '../../core/text/spans.ts'

/**
 * A rate asks for a whole number of tokens to be left, and is met within one of them or 0.5 % of the text's, or the nearest
 * result on the longer side is named as such. In whole numbers: a share of 0.14 of 25 tokens is more than 3.5 in floats.
 */
const meetsRate = (before: number, after: number, rate: number, floorReached: boolean): boolean => {
  const over = after - Math.round((1 - rate) * before)
  const slack = Math.max(1, Math.floor((5 * before) / 1_000))
  return floorReached ? over > slack : Math.abs(over) <= slack
}

/** What is wrong with the engine's answer; `undefined` for nothing. */
export const faultOf = (engine: Engine, text: string, parameters: EngineParameters): string | undefined => {
  const result = engine.compress(text, parameters)
  if (result.tokensBefore !== countTokens(text)) return 'tokens before'
  if ('abstained' in result) return undefined
  const fault = spansFault(text, result.kept)
  if (fault !== undefined) return `spans: ${fault}`
  const left = sliceSpans(text, result.kept)
  if (left.trim() === '') return 'nothing left'
  if (result.tokensAfter !== countTokens(left)) return 'tokens after'
  if (result.tokensAfter > result.tokensBefore) return 'longer than before'
  if (/^\s*[[{]/.test(text) && scanJson(text) !== undefined && scanJson(left) === undefined) return 'no JSON any more'
  const { rate } = parameters
  if (rate !== undefined && engine.version.startsWith('helene'))
    if (!meetsRate(result.tokensBefore, result.tokensAfter, rate, result.floorReached))
      return 'rate missed without a word'
  return undefined
}

/** Whether the engine says the same twice. */
export const isSteady = (engine: Engine, text: string, parameters: EngineParameters): boolean => {
  const first = JSON.stringify(engine.compress(text, parameters))
  return JSON.stringify(engine.compress(text, parameters)) === first
}
