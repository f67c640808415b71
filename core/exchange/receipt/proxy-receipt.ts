// The receipt of a proxied exchange, whole or cut, from its facts.

import { holdsServiceKey } from '../../access/keys/api-key.ts'
import { defined } from '../../collections/defined.ts'
import type { BackgroundDecisions } from '../../compaction/background/decide-in-background.ts'
import { noSavings } from '../../compaction/background/savings.ts'
import type { Ending } from '../../http/reply.ts'
import type { Receipt } from '../../ledger/receipt.ts'
import { clientLeft } from '../../metrics/names.ts'
import type { Upstream } from '../../upstream/outbound.ts'
import type { ExchangeFacts } from '../exchange-facts.ts'
import { clientLeftStatus } from '../forward.ts'
import type { Reported } from '../meter/meter.ts'
import { cacheNotRead, isCacheContradicted } from './cache-not-read.ts'
import { errorInAnswer, isNotServed } from './not-served.ts'
import { receiptCounts } from './receipt-counts.ts'
import { receiptHead } from './receipt-head.ts'

/**
 * Why it went as it did, the weightiest first. A provider that forgets what it should have cached weighs more than that little stayed, and that little
 * more stayed where something went is told of nobody.
 */
const reasonOf = (
  { reason, sent, outcome, untouched }: ExchangeFacts['compaction'],
  seen: string | undefined,
): string | undefined => {
  const held = sent?.held
  if (held !== 'less-than-a-step') return reason ?? held ?? seen ?? untouched
  return reason ?? seen ?? (outcome === 'verbatim' ? held : untouched)
}

/** Keys of upstreams that ask for none are words such as `local`, which names of models have in them too. */
const shortestKey = 16

/** Whether a client has put a key of this exchange in the place of its model, or behind a prefix there: a key looks like a name. */
const isKey = (model: string, { credential }: Upstream): boolean =>
  holdsServiceKey(model) ||
  Object.values(credential)
    .flatMap((value) => value.split(' '))
    .some((key) => model === key || (key.length >= shortestKey && model.includes(key)))

const identityOf = ({ route, target, upstream, compaction: { model } }: ExchangeFacts) => ({
  route: route.name,
  provider: target.provider.id,
  ...defined({ model: model === undefined || isKey(model, upstream) ? undefined : model }),
  upstreamHost: upstream.host,
  ...defined({ upstreamKeyFingerprint: upstream.keyFingerprint }),
})

const compactionOf = ({ route, options, grant, compaction }: ExchangeFacts, decisions: BackgroundDecisions) => {
  const engineVersion = compaction.engineVersion ?? decisions.engineVersion
  const { losslessVersion } = compaction
  return {
    ...defined({ engineVersion, losslessVersion }),
    ...(route.dialect === undefined ? {} : { compactionMode: options.compaction ?? grant.account.compaction.mode }),
  }
}

/** What happened, for the ledger. `reported` is what the answer says of it. */
export const proxyReceipt = (
  facts: ExchangeFacts,
  reported: Reported,
  decisions: BackgroundDecisions,
  ending: Ending,
): Receipt => {
  const { route, compaction, failure, status } = facts
  const isErrorInAnswer = reported === 'not-served' && !isNotServed(status)
  const usage = reported === 'not-served' ? undefined : reported
  const seen = isCacheContradicted(facts, usage) ? cacheNotRead : undefined
  // A gateway may answer 499 itself: that is an answer like any other.
  const isCut = ending === 'cut' || (failure !== undefined && status === clientLeftStatus)
  // `cut` does not tell that it was only observed, and nothing was deleted.
  const savings = isCut && compaction.outcome === 'observed' ? noSavings : decisions.savings
  const whatFailed = failure === undefined ? reasonOf(compaction, seen) : `upstream-${failure.kind}`
  const ended = isCut && facts.inbound.left?.aborted === true ? clientLeft : whatFailed
  const reason = isErrorInAnswer ? errorInAnswer : ended
  const counts =
    route.dialect === undefined ? { cacheRewriteTokens: 0, estimated: false } : receiptCounts(facts, reported, savings)
  return {
    ...receiptHead(facts.inbound, facts.grant, facts.options),
    ...identityOf(facts),
    ...compactionOf(facts, decisions),
    outcome: isCut ? 'cut' : compaction.outcome,
    ...defined({ reason }),
    status,
    segmentsCompacted: savings.segments,
    // Of what nobody counts nothing was saved.
    tokensSaved: 'tokensBefore' in counts ? savings.tokensSaved : 0,
    ...counts,
    ...defined({ usage }),
    retriedVerbatim: facts.retriedVerbatim,
    millisecondsPerStep: facts.watch.steps,
  }
}
