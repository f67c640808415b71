// Writes down what a request leaves behind, once its receipt is written. Never rejects: a record that is lost costs at
// most one rewrite.

import { coldAtOf } from '../chain/cache-state.ts'
import { encodeState } from '../chain/codec.ts'
import type { SentConversation } from '../chain/sent-conversation.ts'
import { type Bill, successor, verbatimSuccessor } from '../chain/successor.ts'
import type { Learned } from '../compaction/savings.ts'
import { cachePricesOf } from '../ledger/prices.ts'
import type { Receipt } from '../ledger/receipt.ts'
import type { Ports } from './ports.ts'
import type { Facts } from './proxy-receipt.ts'

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

const timesOf = ({ lifetime }: SentConversation, sentAt: number) => ({
  lastSentAt: sentAt,
  coldAt: coldAtOf(sentAt, lifetime),
})

/** Notes that a conversation was used again, as soon as the provider has accepted it: its answer may stream for minutes. */
export const touchChain = async (
  { body, status, inbound }: Pick<Facts, 'body' | 'status' | 'inbound'>,
  { chains }: Pick<Ports, 'chains'>,
): Promise<void> => {
  const { sent } = body
  if (sent?.touches === undefined || status >= 400) return
  await chains.touch(sent.touches, timesOf(sent, inbound.receivedAt))
}

/** Nothing is remembered of a request that the provider did not accept: it has cached nothing of it. */
export const remember = async (
  facts: Facts,
  learned: Learned,
  receipt: Receipt,
  touched: Promise<void>,
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
    await chains.put(sent.head, { state: encodeState(state), ...timesOf(sent, inbound.receivedAt) })
  }
  try {
    await Promise.all([write(), touched])
  } catch (error) {
    count('RecordLost')
    log.warn('chain without record', {
      exchangeId: inbound.id,
      cause: error instanceof Error ? error.name : 'unknown',
    })
  }
}
