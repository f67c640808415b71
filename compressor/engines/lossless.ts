// The lossless depth as an engine, which the service can select like any other.

import {
  formerLosslessSpans,
  formerLosslessVersion,
  losslessSpans,
  losslessVersion,
} from '../../core/lossless/lossless.ts'
import { sliceSpans } from '../../core/text/spans.ts'
import { countTokens } from '../text/tokens.ts'
import type { Engine } from './engine.ts'

const engineOf = (version: string, spansOf: typeof losslessSpans): Engine => ({
  version,
  compress(text) {
    const tokensBefore = countTokens(text)
    const kept = spansOf(text)
    if (kept === undefined) return { abstained: text === '' ? 'empty' : 'saving-under-floor', tokensBefore }
    return { kept, tokensBefore, tokensAfter: countTokens(sliceSpans(text, kept)), floorReached: false }
  },
})

/** Deletes only what carries no meaning. Rate and budget have no effect. */
export const lossless = engineOf(losslessVersion, losslessSpans)

/** Opens no envelopes. */
export const formerLossless = engineOf(formerLosslessVersion, formerLosslessSpans)
