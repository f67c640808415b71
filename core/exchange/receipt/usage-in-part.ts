// Usage that a provider reports in part: when some of the prompt is in no count.

import type { SentConversation } from '../../chain/remember/sent-conversation.ts'
import type { Usage } from '../../ledger/usage.ts'

/**
 * Whether what was written to the cache is in no count. Of a prompt that asks for nothing to be cached nothing is written, and what upstreams cache
 * by themselves they charge as input.
 */
export const areWritesUntold = ({ writesUntold }: Usage, sent: Pick<SentConversation, 'asked'> | undefined): boolean =>
  writesUntold === true && sent?.asked.surelyEnds === 'markers' && sent.asked.lifetimeMs > 0
