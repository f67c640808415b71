// What has to hold of every answer of every engine, on any text.

import type { Engine, EngineParameters } from '../../../compressor/engine.ts'
import { countTokens } from '../../../compressor/text/tokens.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { sliceSpans, spansFault } from '../../../core/spans.ts'

/** A rate asks for whole tokens, and is met within one of them or this share of the text's tokens. */
const [tokens, nearness] = [1.5, 0.005]

/** Whether the rate was met, or the nearest result on the longer side is named as such. */
const meetsRate = (removed: number, before: number, rate: number, floorReached: boolean): boolean => {
  const slack = Math.max(tokens, nearness * before)
  const wanted = rate * before
  return removed <= wanted + slack && (floorReached || removed >= wanted - slack)
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
  const removed = result.tokensBefore - result.tokensAfter
  if (rate !== undefined && engine.version.startsWith('helene'))
    if (!meetsRate(removed, result.tokensBefore, rate, result.floorReached)) return 'rate missed without a word'
  return undefined
}

/** Whether the engine says the same twice. */
export const isSteady = (engine: Engine, text: string, parameters: EngineParameters): boolean => {
  const first = JSON.stringify(engine.compress(text, parameters))
  return JSON.stringify(engine.compress(text, parameters)) === first
}
