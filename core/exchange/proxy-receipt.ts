// The receipt of a proxied exchange, from the facts.

import type { Grant } from '../access/account.ts'
import type { Learned, Savings } from '../compaction/savings.ts'
import type { Inbound } from '../http/inbound.ts'
import type { Ending } from '../http/reply.ts'
import { effectiveTokens, effectiveTokensRewritten, effectiveTokensSaved } from '../ledger/effective.ts'
import { cachePricesOf, pricesOf } from '../ledger/prices.ts'
import type { Receipt } from '../ledger/receipt.ts'
import type { Usage } from '../ledger/usage.ts'
import type { Upstream } from '../upstream/outbound.ts'
import type { ProviderPath } from '../upstream/providers.ts'
import type { UpstreamFailed } from '../upstream/send.ts'
import type { ProxyRoute } from './deployment.ts'
import type { Forwarded } from './forward.ts'
import { receiptHead } from './receipt-head.ts'
import type { ForwardBody } from './request-body.ts'
import type { RequestOptions } from './request-options.ts'
import type { stopwatch } from './settlement.ts'

/** One exchange, as far as its answer has begun. */
export interface Relayed {
  readonly route: ProxyRoute
  readonly inbound: Inbound
  readonly grant: Grant
  readonly options: RequestOptions
  readonly target: ProviderPath
  readonly upstream: Upstream
  readonly forwarded: Forwarded
  readonly watch: ReturnType<typeof stopwatch>
}

/** What the receipt needs of it. Bodies are not among it: a stream may stay open for minutes, and many at a time. */
export interface Facts extends Pick<Relayed, 'route' | 'grant' | 'options' | 'target' | 'upstream' | 'watch'> {
  readonly inbound: Omit<Inbound, 'body' | 'headers'>
  readonly body: Omit<ForwardBody, 'body' | 'learn'>
  readonly forwardedCharacters: number
  readonly status: number
  readonly failure?: UpstreamFailed
  readonly retriedVerbatim: boolean
}

/** Takes them out of the exchange, once its answer has begun. */
export const factsOf = (relayed: Relayed): Facts => {
  const { route, grant, options, target, upstream, watch, forwarded } = relayed
  const { body: _text, headers: _headers, ...inbound } = relayed.inbound
  const { body: sent, learn: _learn, ...body } = forwarded.body
  const { response, failure, retriedVerbatim } = forwarded
  const facts = { route, grant, options, target, upstream, watch, inbound, body, retriedVerbatim }
  const counted = { ...facts, forwardedCharacters: sent.length, status: response.status }
  return failure === undefined ? counted : { ...counted, failure }
}

type Counts = Pick<
  Receipt,
  'tokensBefore' | 'tokensAfter' | 'effectiveTokensBefore' | 'effectiveTokensAfter' | 'cacheRewriteTokens' | 'estimated'
>

/** Where nobody reported them: four characters each, read from the cache as far as it may hold what earlier requests sent. */
const estimatedUsage = ({ forwardedCharacters, body: { sent } }: Facts): Usage => {
  const isCached = sent?.warm === true && !sent.changed
  const repeated = isCached ? sent.conversationCharacters - sent.freshCharacters : 0
  return {
    inputTokens: Math.ceil(forwardedCharacters / 4),
    cacheReadTokens: Math.floor(Math.max(0, Math.min(forwardedCharacters, repeated)) / 4),
    cacheWriteTokens: 0,
    cacheWriteLongTokens: 0,
    outputTokens: 0,
  }
}

/** How much of what the provider had cached it had to take in anew because we changed it: what it did not read, but for fresh text. */
const rewrittenTokens = (facts: Facts, usage: Usage, tokensSaved: number): number => {
  const { body, retriedVerbatim, target, upstream } = facts
  const { sent } = body
  if (sent === undefined) return 0
  const { leastTokens } = cachePricesOf(target.provider.id, body.model, upstream.overridden)
  // Made so short that it is not cached any more, or evicted: nobody knows, so it counts against us.
  const isLost = usage.cacheReadTokens === 0 && tokensSaved > 0 && usage.inputTokens + tokensSaved >= leastTokens
  if (!sent.changed && !(sent.warm && retriedVerbatim) && !(sent.surelyWarm && isLost)) return 0
  const perCharacter = usage.inputTokens / Math.max(1, sent.characters)
  const unread = usage.inputTokens - usage.cacheReadTokens
  const repeated = (sent.conversationCharacters - sent.freshCharacters) * perCharacter
  return Math.round(Math.max(0, Math.min(repeated, unread - sent.freshCharacters * perCharacter)))
}

const rounded = (tokens: number): number => Math.round(tokens * 100) / 100

/**
 * Only what was forwarded shorter is counted as saved; an observed saving is named in the receipt, and changes no total.
 * An answer that says no is not charged: nothing was used, and nothing saved.
 */
const countsOf = (facts: Facts, reported: Usage | undefined, savings: Savings): Counts => {
  const { body, target } = facts
  if (facts.status >= 400 && reported === undefined) return { cacheRewriteTokens: 0, estimated: false }
  const travelled = body.outcome === 'observed' ? { tokensSaved: 0, tokensSavedInPrefix: 0 } : savings
  const usage = reported ?? estimatedUsage(facts)
  const prices = pricesOf(target.provider.id, body.model)
  const effectiveAfter = effectiveTokens(usage, prices)
  const rewritten = rewrittenTokens(facts, usage, travelled.tokensSaved)
  const saved =
    effectiveTokensSaved(travelled, usage, prices, rewritten) - effectiveTokensRewritten(rewritten, usage, prices)
  return {
    tokensBefore: usage.inputTokens + travelled.tokensSaved,
    tokensAfter: usage.inputTokens,
    effectiveTokensBefore: rounded(effectiveAfter + saved),
    effectiveTokensAfter: rounded(effectiveAfter),
    cacheRewriteTokens: rewritten,
    estimated: reported === undefined || savings.estimated,
  }
}

/** What happened, for the ledger. `reported` is what the provider said it used. */
export const proxyReceipt = (facts: Facts, reported: Usage | undefined, learned: Learned, ending: Ending): Receipt => {
  const { route, inbound, grant, options, target, upstream, body, failure, status } = facts
  const { savings } = learned
  const engineVersion = body.engineVersion ?? learned.engineVersion
  const reason = failure === undefined ? body.reason : `upstream-${failure.kind}`
  return {
    ...receiptHead(inbound, grant, options),
    route: route.name,
    provider: target.provider.id,
    ...(body.model === undefined ? {} : { model: body.model }),
    upstreamHost: upstream.host,
    ...(upstream.keyFingerprint === undefined ? {} : { upstreamKeyFingerprint: upstream.keyFingerprint }),
    ...(engineVersion === undefined ? {} : { engineVersion }),
    ...(body.losslessVersion === undefined ? {} : { losslessVersion: body.losslessVersion }),
    ...(route.dialect === undefined ? {} : { compactionMode: options.compaction ?? grant.account.compaction.mode }),
    outcome: ending === 'cut' ? 'cut' : body.outcome,
    ...(reason === undefined ? {} : { reason }),
    status,
    segmentsCompacted: savings.segments,
    tokensSaved: status < 400 ? savings.tokensSaved : 0,
    ...(route.dialect === undefined ? { cacheRewriteTokens: 0, estimated: false } : countsOf(facts, reported, savings)),
    ...(reported === undefined ? {} : { usage: reported }),
    retriedVerbatim: facts.retriedVerbatim,
    millisecondsPerStep: facts.watch.steps,
  }
}
