// The lossless depth as an engine, which the service can select like any other.

import { losslessSpans, losslessVersion } from '../../core/lossless/lossless.ts'
import { sliceSpans } from '../../core/text/spans.ts'
import { countTokens } from '../text/tokens.ts'
import type { Engine } from './engine.ts'

/** Deletes only what carries no meaning. Rate and budget have no effect. */
export const lossless: Engine = {
  version: losslessVersion,
  compress(text) {
    const tokensBefore = countTokens(text)
    const kept = losslessSpans(text)
    if (kept === undefined) return { abstained: text === '' ? 'empty' : 'saving-under-floor', tokensBefore }
    return { kept, tokensBefore, tokensAfter: countTokens(sliceSpans(text, kept)), floorReached: false }
  },
}
