// What a set of shortened texts saves in exact tokens. Runs behind the stream: nothing is counted on the request path.

import { losslessSpans, losslessVersion } from '../lossless/lossless.ts'
import type { KeptSpans } from '../spans.ts'
import type { Segment } from '../transcript/transcript.ts'
import { type Asking, decide } from './decide.ts'

/** One segment's shorter form. */
export interface Shortening {
  readonly segment: Segment
  readonly kept: KeptSpans
  /** Exact, when the engine that chose the spans has counted them. */
  readonly tokensSaved?: number
}

export interface Savings {
  readonly segments: number
  readonly tokensSaved: number
  /** Part of them in messages that an earlier request had carried already. */
  readonly tokensSavedInPrefix: number
  /** Some counts are characters / 4, because the compressor did not answer in time. */
  readonly estimated: boolean
  /** The engine that decided, where that was learned behind the stream. */
  readonly engineVersion?: string
}

export const noSavings: Savings = { segments: 0, tokensSaved: 0, tokensSavedInPrefix: 0, estimated: false }

const deletedCharacters = (shortening: Pick<Shortening, 'segment' | 'kept'>): number =>
  shortening.kept.reduce((rest, [start, end]) => rest - (end - start), shortening.segment.text.length)

/** The lossless form of a segment, or `undefined` when it has nothing to lose. */
export const losslessShortening = (segment: Segment): Shortening | undefined => {
  const kept = losslessSpans(segment.text)
  return kept === undefined ? undefined : { segment, kept }
}

/** The engine's form of a segment, or `undefined` when it keeps everything. */
export const lossyShortening = (segment: Segment, kept: KeptSpans, tokensSaved: number): Shortening | undefined =>
  deletedCharacters({ segment, kept }) === 0 ? undefined : { segment, kept, tokensSaved }

/** What one segment has lost, without what only its deletion needed: this is held while the answer streams. */
export interface Loss {
  readonly characters: number
  readonly inPrefix: boolean
  readonly tokens?: number
  /** To be counted, when nobody has yet. */
  readonly text?: string
}

/** `lastAssistant`: index of the last message of the model; what stands before it was sent before. */
export const lossOf = (shortening: Shortening, lastAssistant: number): Loss => {
  const { segment, tokensSaved } = shortening
  const loss = { characters: deletedCharacters(shortening), inPrefix: segment.message < lastAssistant }
  return tokensSaved === undefined ? { ...loss, text: segment.text } : { ...loss, tokens: tokensSaved }
}

/** Adds the losses up, asking the compressor to count those that only the lossless depth chose. */
export const countSavings = async (
  losses: readonly Loss[],
  asking: Pick<Asking, 'compressor' | 'memory'>,
  signal: AbortSignal,
): Promise<Savings> => {
  const uncounted = losses.flatMap(({ text }) => text ?? [])
  const { decisions } = await decide(uncounted, { ...asking, engine: losslessVersion }, signal)
  const counts = decisions.values()

  let savings = noSavings
  for (const { characters, inPrefix, tokens: known, text } of losses) {
    // An engine that abstained has counted nothing.
    const decision = text === undefined ? undefined : counts.next().value
    const exact = decision?.kept === undefined ? known : decision.tokensSaved
    const tokens = exact ?? Math.floor(characters / 4)
    savings = {
      segments: savings.segments + 1,
      tokensSaved: savings.tokensSaved + tokens,
      tokensSavedInPrefix: savings.tokensSavedInPrefix + (inPrefix ? tokens : 0),
      estimated: savings.estimated || exact === undefined,
    }
  }
  return savings
}
