// When a provider's report contradicts what the table says of its cache.

import { isContradiction, noEvidence } from '../../chain/held/evidence.ts'
import { evidenceOf } from '../../chain/remember/report.ts'
import type { Usage } from '../../ledger/usage.ts'
import type { ExchangeFacts } from '../exchange-facts.ts'

/** The reason in the receipt. */
export const cacheNotRead = 'cache-not-read'

/** Whether the provider should have read what this request repeated, and says that it read nothing. */
export const isCacheContradicted = ({ compaction: { sent } }: ExchangeFacts, usage: Usage | undefined): boolean => {
  if (sent === undefined || usage === undefined) return false
  const tokensPerCharacter = usage.inputTokens / Math.max(1, sent.bodyCharacters)
  return isContradiction(sent.previous?.evidence ?? noEvidence, evidenceOf(sent, { usage, tokensPerCharacter }))
}
