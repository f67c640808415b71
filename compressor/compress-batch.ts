// Puts a batch through an engine, text by text, with room for other requests in between. A text on which the engine fails
// does not affect the others.

import { turnOfOwn } from '../adapters/process/turn.ts'
import type { CompressionReply, CompressionRequest, CompressionResult } from '../core/compressor/contract.ts'
import { spansFault } from '../core/text/spans.ts'
import type { Engine, EngineParameters, EngineResult } from './engines/engine.ts'
import { countTokens } from './text/tokens.ts'

const longestHoldMilliseconds = 20

/** Gets the engine's version and the kind of error; never its message, which may quote the text. */
export type ReportFailure = (failure: { readonly engine: string; readonly error: string }) => void

const toWire = (text: string, rate: number | undefined, result: EngineResult): CompressionResult => {
  if ('abstained' in result) return { abstained: result.abstained, tokens_before: result.tokensBefore }
  const { kept, tokensBefore, tokensAfter, floorReached } = result
  const fault = kept.length === 0 ? 'nothing kept' : spansFault(text, kept)
  if (fault !== undefined) throw new Error(`unsound spans: ${fault}`)
  return {
    kept: kept.map(([start, end]) => [start, end]),
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
    ...(rate === undefined ? {} : { rate_asked: rate }),
    rate_reached: tokensBefore === 0 ? 0 : (tokensBefore - tokensAfter) / tokensBefore,
    floor_reached: floorReached,
  }
}

const compressOne = (engine: Engine, text: string, parameters: EngineParameters, report: ReportFailure) => {
  // At rate 0 every engine removes nothing, even one that otherwise picks its own rate.
  if (parameters.rate === 0 && text !== '') return { abstained: 'rate-zero', tokens_before: countTokens(text) } as const
  try {
    return toWire(text, parameters.rate, engine.compress(text, parameters))
  } catch (error) {
    report({ engine: engine.version, error: error instanceof Error ? error.name : typeof error })
    return { abstained: 'engine-failed', tokens_before: countTokens(text) } as const
  }
}

/** The results in the order of the texts. Returns early, with what it has, once `signal` aborts. */
export const compressBatch = async (
  engine: Engine,
  { texts, rate, budget }: CompressionRequest,
  signal: AbortSignal,
  report: ReportFailure,
): Promise<CompressionReply> => {
  const parameters = { ...(rate === undefined ? {} : { rate }), ...(budget === undefined ? {} : { budget }) }
  const results: CompressionResult[] = []
  let since = Number.NEGATIVE_INFINITY
  for (const text of texts) {
    // Also before the first: of many batches that have come at once one alone goes on in each turn. A ping would wait for a text of each of
    // them, and the news that nobody waits for one any more.
    if (performance.now() - since >= longestHoldMilliseconds) {
      await turnOfOwn()
      since = performance.now()
    }
    if (signal.aborted) break
    results.push(compressOne(engine, text, parameters, report))
  }
  return { engine_version: engine.version, results }
}
