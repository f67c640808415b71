// The lossless depth as an engine, so that the service can ask the container for it like for any other.

import { losslessSpans, losslessVersion } from '../../core/lossless/lossless.ts'
import { sliceSpans } from '../../core/spans.ts'
import type { Engine } from '../engine.ts'
import { countTokens } from '../text/tokens.ts'

/** Deletes what carries no meaning and nothing else; rate and budget have no effect. */
export const lossless: Engine = {
  version: losslessVersion,
  compress(text) {
    const tokensBefore = countTokens(text)
    const kept = losslessSpans(text)
    if (kept === undefined) return { abstained: text === '' ? 'empty' : 'saving-under-floor', tokensBefore }
    const left = sliceSpans(text, kept)
    // Colours around nothing would leave nothing but blanks, which providers refuse.
    if (left.trim() === '') return { abstained: 'empty', tokensBefore }
    return { kept, tokensBefore, tokensAfter: countTokens(left), floorReached: false }
  },
}
