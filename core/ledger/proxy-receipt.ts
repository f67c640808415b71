// The receipt of a proxied exchange, from the facts.

import type { Grant } from '../access/account.ts'
import type { Savings } from '../compaction/savings.ts'
import type { ProxyRoute } from '../exchange.ts'
import type { Inbound } from '../inbound.ts'
import type { Forwarded } from '../relay/forward.ts'
import type { Ending } from '../reply.ts'
import type { RequestOptions } from '../request-options.ts'
import type { stopwatch } from '../settlement.ts'
import type { Upstream } from '../upstream/outbound.ts'
import type { ProviderPath } from '../upstream/providers.ts'
import { effectiveTokens, effectiveTokensSaved } from './effective.ts'
import { pricesOf } from './prices.ts'
import type { Outcome, Receipt } from './receipt.ts'
import type { Usage } from './usage.ts'

/** One exchange, as far as the client's last byte. */
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

type Counts = Pick<
  Receipt,
  'tokensBefore' | 'tokensAfter' | 'effectiveTokensBefore' | 'effectiveTokensAfter' | 'estimated'
>

/** A body's tokens where nobody reported them: four bytes each. */
const estimatedUsage = (body: string | Uint8Array): Usage => ({
  inputTokens: Math.ceil(Buffer.byteLength(body) / 4),
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteLongTokens: 0,
  outputTokens: 0,
})

const rounded = (tokens: number): number => Math.round(tokens * 100) / 100

/**
 * Only what was forwarded shorter is counted as saved; an observed saving is named in the receipt, and changes no total.
 * An answer that says no is not charged: nothing was used, and nothing saved.
 */
const countsOf = ({ forwarded, target }: Relayed, reported: Usage | undefined, savings: Savings): Counts => {
  const { body, response } = forwarded
  if (response.status >= 400 && reported === undefined) return { estimated: false }
  const travelled = body.outcome === 'observed' ? { tokensSaved: 0, tokensSavedInPrefix: 0 } : savings
  const usage = reported ?? estimatedUsage(body.body)
  const prices = pricesOf(target.provider.id, body.model)
  const effectiveAfter = effectiveTokens(usage, prices)
  return {
    tokensBefore: usage.inputTokens + travelled.tokensSaved,
    tokensAfter: usage.inputTokens,
    effectiveTokensBefore: rounded(effectiveAfter + effectiveTokensSaved(travelled, usage, prices)),
    effectiveTokensAfter: rounded(effectiveAfter),
    estimated: reported === undefined || savings.estimated,
  }
}

const outcomeOf = ({ forwarded }: Relayed, ending: Ending): Outcome =>
  ending === 'cut' ? 'cut' : forwarded.body.outcome

/** What happened, for the ledger. `reported` is what the provider said it used. */
export const proxyReceipt = (
  relayed: Relayed,
  reported: Usage | undefined,
  savings: Savings,
  ending: Ending,
): Receipt => {
  const { route, inbound, grant, options, target, upstream, forwarded } = relayed
  const { body } = forwarded
  const engineVersion = savings.engineVersion ?? body.engineVersion
  const reason = forwarded.failure === undefined ? body.reason : `upstream-${forwarded.failure.kind}`
  return {
    accountId: grant.account.accountId,
    exchangeId: inbound.id,
    receivedAt: new Date(inbound.receivedAt).toISOString(),
    keyId: grant.key.keyId,
    ...(options.sessionId === undefined ? {} : { sessionId: options.sessionId }),
    route: route.name,
    provider: target.provider.id,
    ...(body.model === undefined ? {} : { model: body.model }),
    upstreamHost: upstream.host,
    ...(upstream.keyFingerprint === undefined ? {} : { upstreamKeyFingerprint: upstream.keyFingerprint }),
    ...(engineVersion === undefined ? {} : { engineVersion }),
    ...(body.losslessVersion === undefined ? {} : { losslessVersion: body.losslessVersion }),
    ...(route.dialect === undefined ? {} : { compactionMode: options.compaction ?? grant.account.compaction.mode }),
    outcome: outcomeOf(relayed, ending),
    ...(reason === undefined ? {} : { reason }),
    status: forwarded.response.status,
    segmentsCompacted: savings.segments,
    tokensSaved: forwarded.response.status < 400 ? savings.tokensSaved : 0,
    ...(route.dialect === undefined ? { estimated: false } : countsOf(relayed, reported, savings)),
    cacheRewriteTokens: 0,
    ...(reported === undefined ? {} : { usage: reported }),
    retriedVerbatim: forwarded.retriedVerbatim,
    millisecondsPerStep: relayed.watch.steps,
  }
}
