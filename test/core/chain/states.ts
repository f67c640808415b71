// States of chains, made up.

import fc from 'fast-check'
import { noEvidence } from '../../../core/chain/held/evidence.ts'
import type { ChainState, Decision, SegmentState } from '../../../core/chain/record/state.ts'
import { losslessVersion } from '../../../core/lossless/lossless.ts'
import { PackedSpans } from '../../../core/text/spans.ts'

export const chainState = (changes: Partial<ChainState>): ChainState => ({
  losslessVersion,
  policy: { mode: 'repeated', compressor: 'adeline-1' },
  verbatim: false,
  lifetimeMs: 300_000,
  cachedEnds: [],
  evidence: noEvidence,
  sentAt: 0,
  rootUsedAt: 0,
  inputTokens: 0,
  frame: '',
  paidEffectiveTokens: 0,
  savedEffectiveTokens: 0,
  segments: [],
  ...changes,
})

const spans = fc
  .array(fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 3_000 })), { minLength: 1, maxLength: 30 })
  .map((runs) => {
    let position = 0
    const kept = runs.map(([gap, length]) => {
      const start = position + gap
      position = start + length
      return [start, position] as const
    })
    return PackedSpans.of(kept)
  })

const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({ kind: fc.constant('pending' as const), asked: fc.nat(3) }),
  fc.constant({ kind: 'abstained' as const }),
  fc.record({ kind: fc.constant('shorter' as const), kept: spans, tokensSaved: fc.nat(50_000) }),
  fc.record({
    kind: fc.constant('shorter' as const),
    kept: spans,
    tokensSaved: fc.nat(50_000),
    because: fc.constantFrom('repeated' as const, 'aged' as const),
  }),
)

export const arbitrarySegment: fc.Arbitrary<SegmentState> = fc
  .tuple(
    decision,
    fc.constantFrom('lossless' as const, 'scheduled' as const, 'lossy' as const),
    fc.option(fc.nat(9_000)),
    fc.option(fc.nat(9_000)),
    fc.boolean(),
    fc.boolean(),
    fc.option(fc.record({ kept: spans, tokensSaved: fc.nat(50_000) })),
    fc.option(fc.nat(2 ** 48 - 1)),
  )
  .map(([decided, representation, tokens, losslessTokensSaved, unchanged, holds, mild, textDigest]) => ({
    decision: decided,
    representation,
    ...(unchanged ? { losslessDeletesNothing: unchanged } : {}),
    ...(holds ? { holds } : {}),
    ...(mild === null ? {} : { mild }),
    // Where nothing is decided it is not kept.
    ...(textDigest === null || (decided.kind !== 'shorter' && !holds && mild === null) ? {} : { textDigest }),
    ...(tokens === null ? {} : { tokens }),
    ...(losslessTokensSaved === null ? {} : { losslessTokensSaved }),
  }))
