// Receipts as docs/ledger.md says that they may be: every outcome and dialect, with usage in part or none, rewrites that cost, counts that
// nobody would believe; around the ends of months, of years and of summer time.

import * as fc from 'fast-check'
import { defined } from '../../../core/collections/defined.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'

/** Around these: the end of a year, a leap day, and the clocks of Berlin, New York and Lord Howe put forward and back. */
const turns = [
  '2026-12-31T23:59:00Z',
  '2028-02-29T12:00:00Z',
  '2026-10-25T01:00:00Z',
  '2027-03-28T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-10-03T15:30:00Z',
  '2027-04-03T15:00:00Z',
]

const aDay = 86_400_000
const halfSpan = 1.5 * aDay

/** What one run plays. */
export interface Played {
  /** In the order of their ids. */
  readonly receipts: readonly Receipt[]
  /** When somebody looks; milliseconds since the epoch, behind all of them. */
  readonly now: number
}

export const accountIds = ['acme', 'other'] as const
/** The last one is no longer known by any key. */
const keyIds = ['acme.00000000000a', 'acme.00000000000b', 'acme.0000deleted0']
export const sessionIds = [1, 2, 3].map((digit) => `0b9f4a52-7a3c-4c0d-8a5e-00000000000${digit}`)
export const models = ['claude-sonnet-5', 'claude-opus-5', 'gpt-5.4-mini', 'gpt-5.4', '=cmd(),"x"\r\n', 'b#model']

const few = fc.integer({ min: 0, max: 20 })
const usual = fc.integer({ min: 0, max: 2_000_000 })
/** Upstreams of a caller's own may report any usage up to this. */
const untrue = fc.integer({ min: 0, max: 1e12 })
const tokens = fc.oneof(few, usual, usual, usual, untrue)

const counts = fc
  .record({
    after: tokens,
    saved: fc.oneof(few, usual),
    weight: fc.nat(100),
    more: fc.integer({ min: -3_000, max: 500_000 }),
  })
  .map(({ after, saved, weight, more }) => {
    const effectiveAfter = BigInt(after) * BigInt(weight)
    const net = BigInt(more) < -effectiveAfter ? -effectiveAfter : BigInt(more)
    return {
      tokensBefore: after + saved,
      tokensAfter: after,
      effectiveTokensBefore: Number(effectiveAfter + net) / 100,
      effectiveTokensAfter: Number(effectiveAfter) / 100,
    }
  })

const usage = fc.record(
  {
    inputTokens: tokens,
    cacheReadTokens: tokens,
    cacheWriteTokens: few,
    cacheWriteLongTokens: few,
    outputTokens: tokens,
    cacheUntold: fc.constant(true as const),
    writesUntold: fc.constant(true as const),
    summed: fc.constant(true as const),
  },
  { requiredKeys: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'cacheWriteLongTokens', 'outputTokens'] },
)

const proxied = {
  route: fc.constantFrom('messages', 'chat-completions', 'responses'),
  provider: fc.constant('anthropic'),
}
const modes = fc.constantFrom('repeated', 'arrival', 'off')
const none = fc.constant({})

/** What of a receipt goes together. */
const kinds = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...proxied,
      compactionMode: modes,
      outcome: fc.constantFrom('compacted', 'failed-open'),
      counts,
      usage: fc.option(usage, { nil: undefined }),
      cacheRewriteTokens: fc.oneof(fc.constant(0), usual),
      retriedVerbatim: fc.boolean(),
      reason: fc.constantFrom(undefined, 'compressor-timeout', 'cache-not-read'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...proxied,
      compactionMode: modes,
      outcome: fc.constantFrom('verbatim', 'cut'),
      counts,
      usage,
      reason: fc.constantFrom(undefined, 'client-left', 'chain-verbatim'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...proxied,
      compactionMode: fc.constant('observe'),
      outcome: fc.constant('observed'),
      observed: usual,
      counts: counts.map((of) => ({
        ...of,
        tokensBefore: of.tokensAfter,
        effectiveTokensBefore: of.effectiveTokensAfter,
      })),
      usage,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      route: fc.constant('compress'),
      outcome: fc.constantFrom('compacted', 'verbatim'),
      counts: counts.map((of) => ({
        ...of,
        effectiveTokensBefore: of.tokensBefore,
        effectiveTokensAfter: of.tokensAfter,
      })),
      model: fc.constantFrom('adeline-1', 'helene-1'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      route: fc.constant('pass-through'),
      outcome: fc.constant('verbatim'),
      compactionMode: modes,
      counts: none,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...proxied,
      compactionMode: modes,
      outcome: fc.constantFrom('verbatim', 'failed-open', 'cut'),
      status: fc.constantFrom(429, 500, 502, 499),
      counts: none,
      reason: fc.constantFrom(undefined, 'upstream-broken', 'client-left'),
    }),
  },
)

const facts = fc.record({
  accountId: fc.constantFrom('acme', 'acme', 'acme', 'other'),
  keyId: fc.constantFrom(...keyIds),
  /** Milliseconds before or behind the turn. */
  beside: fc.oneof(fc.integer({ min: -halfSpan, max: halfSpan }), fc.integer({ min: -90_000, max: 90_000 })),
  session: fc.option(fc.tuple(fc.constantFrom(...sessionIds), fc.constantFrom('claude-code', 'codex', 'header')), {
    nil: undefined,
  }),
  model: fc.option(fc.constantFrom(...models), { nil: undefined }),
  estimated: fc.boolean(),
  kind: kinds,
})

type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never

const receiptOf = (
  { accountId, keyId, beside, session, model, estimated, kind }: Facts,
  turn: number,
  index: number,
): Receipt => {
  const receivedAt = new Date(turn + beside).toISOString()
  const { counts: of, observed, ...rest } = { observed: undefined, ...kind }
  return defined({
    accountId,
    exchangeId: `01R${receivedAt.replaceAll(/\D/g, '')}${String(index).padStart(5, '0')}`,
    receivedAt,
    settledAt: receivedAt,
    keyId: keyId.replace('acme', accountId),
    sessionId: session?.[0],
    client: session?.[1],
    model,
    status: 200,
    segmentsCompacted: 1,
    tokensSaved: observed ?? ('tokensBefore' in of ? of.tokensBefore - of.tokensAfter : 0),
    cacheRewriteTokens: 0,
    estimated,
    millisecondsPerStep: {},
    ...of,
    ...rest,
  }) as Receipt
}

/** What happened around one turn. */
export const played = (maxLength = 40): fc.Arbitrary<Played> =>
  fc
    .tuple(
      fc.constantFrom(...turns).map((turn) => Date.parse(turn)),
      fc.array(facts, { minLength: 1, maxLength }),
    )
    .map(([turn, all]) => ({
      receipts: all
        .map((one, index) => receiptOf(one, turn, index))
        .sort((one, other) => (one.exchangeId < other.exchangeId ? -1 : 1)),
      now: turn + 2 * aDay,
    }))
