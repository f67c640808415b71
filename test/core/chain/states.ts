// States of chains, made up.

import fc from 'fast-check'
import type { ChainState, SegmentState, Verdict } from '../../../core/chain/state.ts'
import { losslessVersion } from '../../../core/lossless/lossless.ts'

export const chainState = (changes: Partial<ChainState>): ChainState => ({
  losslessVersion,
  policy: { mode: 'repeated', compressor: 'adeline-1' },
  verbatim: false,
  lifetime: 300_000,
  cachedTurns: [],
  paid: 0,
  saved: 0,
  segments: [],
  ...changes,
})

const spans = fc
  .array(fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 3_000 })), { minLength: 1, maxLength: 30 })
  .map((runs) => {
    let position = 0
    return runs.map(([gap, length]) => {
      const start = position + gap
      position = start + length
      return [start, position] as const
    })
  })

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({ kind: fc.constant('pending' as const), asked: fc.nat(3) }),
  fc.constant({ kind: 'abstained' as const }),
  fc.record({ kind: fc.constant('shorter' as const), kept: spans, tokensSaved: fc.nat(50_000) }),
)

export const arbitrarySegment: fc.Arbitrary<SegmentState> = fc
  .tuple(
    verdict,
    fc.constantFrom('base' as const, 'chosen' as const, 'lossy' as const),
    fc.option(fc.nat(9_000)),
    fc.option(fc.nat(9_000)),
    fc.boolean(),
  )
  .map(([said, form, tokens, losslessTokens, plain]) => ({
    verdict: said,
    form,
    ...(plain ? { plain } : {}),
    ...(tokens === null ? {} : { tokens }),
    ...(losslessTokens === null ? {} : { losslessTokens }),
  }))
