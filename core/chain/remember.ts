// Writes down what a request leaves behind, once its receipt is written. Never rejects: a record that is lost costs at
// most one rewrite.

import type { Learned } from '../compaction/savings.ts'
import { cachePricesOf } from '../ledger/prices.ts'
import type { Facts } from '../ledger/proxy-receipt.ts'
import type { Receipt } from '../ledger/receipt.ts'
import type { Ports } from '../ports.ts'
import { coldBefore } from './cache-state.ts'
import { encodeState } from './codec.ts'
import { type Bill, successor, verbatimSuccessor } from './successor.ts'

/** Where the provider reported nothing. */
const usualTokensPerCharacter = 0.25

const billOf = (receipt: Receipt, characters: number): Bill => {
  const { effectiveTokensBefore = 0, effectiveTokensAfter = 0, usage } = receipt
  return {
    paid: effectiveTokensAfter,
    saved: effectiveTokensBefore - effectiveTokensAfter,
    tokensPerCharacter: usage === undefined ? usualTokensPerCharacter : usage.inputTokens / Math.max(1, characters),
  }
}

/** Nothing is remembered of a request that the provider did not accept: it has cached nothing of it. */
export const remember = async (
  facts: Facts,
  learned: Learned,
  receipt: Receipt,
  { chains, count, log }: Pick<Ports, 'chains' | 'count' | 'log'>,
): Promise<void> => {
  const { body, status, target, upstream, inbound, retriedVerbatim } = facts
  const { sent } = body
  if (sent === undefined || status >= 400) return
  const bill = billOf(receipt, sent.characters)
  const prices = cachePricesOf(target.provider.id, body.model, upstream.overridden)
  const write = async (): Promise<void> => {
    if (sent.unreadable) return
    const state =
      retriedVerbatim || sent.verbatim ? verbatimSuccessor(sent, bill) : successor(sent, learned, bill, prices)
    const record = { state: encodeState(state), lastSentAt: inbound.receivedAt }
    await chains.put(sent.head, record, coldBefore(sent.lifetime, inbound.receivedAt))
  }
  const touch = async (): Promise<void> => {
    if (sent.touches !== undefined) await chains.touch(sent.touches, inbound.receivedAt)
  }
  try {
    await Promise.all([write(), touch()])
  } catch (error) {
    count('RecordLost')
    log.warn('chain without record', {
      exchangeId: inbound.id,
      cause: error instanceof Error ? error.name : 'unknown',
    })
  }
}
