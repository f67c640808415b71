// The bodies of an exchange whose answer streams: their memory is given back as soon as nobody reads them any more.

import { releaseMemory } from '../runtime/release-memory.ts'
import type { AnsweredExchange } from './exchange-facts.ts'

/**
 * To be called when the facts are known and everything is decided. Whatever was not handed over to the upstream to its last byte is
 * still being read, and left to the collector; so is what is not the exchange's own.
 */
export const releaseBodies = ({ inbound, forwarded }: Pick<AnsweredExchange, 'inbound' | 'forwarded'>): void => {
  const { response, compacted } = forwarded
  if (inbound.ownsBody !== true || response.isSent?.() !== true) return
  for (const body of [inbound.body, compacted.body]) if (typeof body !== 'string') releaseMemory(body)
}
