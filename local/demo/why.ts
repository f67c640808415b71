// Why the newest result of a turn travels whole, in words.

import { reasonAsClause } from '../../core/ledger/reasons.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { Turn } from './agent.ts'
import { type Shortened, shortened } from './deleted.ts'

const lastMessage = (body: string): unknown => {
  const { messages }: { messages?: unknown } = JSON.parse(body)
  return Array.isArray(messages) ? messages.at(-1) : undefined
}

/** What the newest message of the conversation has lost, if it has lost anything. */
export const newestShortened = ({ sent }: Turn, received: string): Shortened | undefined =>
  shortened(lastMessage(sent), lastMessage(received)).at(-1)

/** A clause, of a turn whose newest message has lost nothing. */
export const whyNewestStays = (turn: Turn, received: string, receipt: Receipt | undefined): string => {
  if (receipt?.outcome === 'failed-open')
    return `sent unchanged: ${reasonAsClause(receipt.reason ?? 'compressor-failed')}`
  if (turn.brought === 'question') return 'nothing to delete'
  if (shortened(JSON.parse(turn.sent), JSON.parse(received)).length > 0)
    return 'the newest result stays whole; older ones are shorter'
  if (receipt?.reason !== undefined) return reasonAsClause(receipt.reason)
  return receipt?.compactionMode === 'arrival'
    ? 'nothing to delete from the newest result'
    : 'the newest result stays whole until the model has read it'
}
