// The columns of the files that the dashboard saves, in their order. core/ledger/attributes.ts says what each means.

/** Of a line for each exchange. */
export const exchangeColumns: readonly string[] = [
  ...['exchangeId', 'receivedAt', 'keyId', 'sessionId', 'client', 'route', 'provider', 'model', 'compactionMode'],
  ...['outcome', 'reason', 'status', 'tokensBefore', 'tokensAfter', 'effectiveTokensBefore', 'effectiveTokensAfter'],
  ...['tokensSaved', 'cacheRewriteTokens', 'outputTokens'],
]

/** Of sums of exchanges. */
export const sumsColumns = [
  'exchanges',
  'tokensBefore',
  'tokensAfter',
  'effectiveBefore',
  'effectiveAfter',
  'gained',
  'givenBack',
  'net',
  'observedTokens',
  'cacheRewriteTokens',
  'providerCacheReadTokens',
  'outputTokens',
  'estimatedExchanges',
] as const

/** Of a line for each session. */
export const sessionColumns: readonly string[] = ['session', 'startedAt', 'lastAt', 'client', 'models', ...sumsColumns]
