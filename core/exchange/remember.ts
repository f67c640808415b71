// Writes down what a request leaves behind, once its receipt is written. Never rejects: a record that is lost costs at
// most one rewrite.

import { coldAtOf } from '../chain/held/cache-state.ts'
import { encodeRetention } from '../chain/held/retention.ts'
import { encodeState } from '../chain/record/codec.ts'
import type { ConversationUse, RecordTimes, StoredRecord, WrittenOver } from '../chain/record/store.ts'
import { keptTurnRecord } from '../chain/remember/kept-turn.ts'
import { decodeMet, encodeMet, type MetNote } from '../chain/remember/met-note.ts'
import { type Bill, retentionOf } from '../chain/remember/report.ts'
import type { SentConversation } from '../chain/remember/sent-conversation.ts'
import { acceptedState, successor, verbatimSuccessor } from '../chain/remember/successor.ts'
import { sentAsSeen } from '../chain/remember/unasked-reads.ts'
import type { UseNote } from '../chain/remember/use-note.ts'
import { defined } from '../collections/defined.ts'
import type { BackgroundDecisions } from '../compaction/background/decide-in-background.ts'
import type { Inbound } from '../http/inbound.ts'
import type { Receipt } from '../ledger/receipt.ts'
import type { Usage } from '../ledger/usage.ts'
import type { ProxyRoute } from './deployment.ts'
import type { ExchangeFacts } from './exchange-facts.ts'
import type { Ports } from './ports.ts'
import { cacheNotRead } from './receipt/cache-not-read.ts'
import { errorInAnswer, isNotServed, isPerhapsTakenIn } from './receipt/not-served.ts'
import { areWritesUntold } from './receipt/usage-in-part.ts'

/**
 * Whether the usage counts this prompt. A provider that reports no input has counted nothing, nor has one that leaves out what a
 * cache held, and a sum over several prompts counts none of them.
 */
const isCounted = ({ inputTokens, cacheUntold, summed }: Usage, { dialect }: ProxyRoute, isEdited = false): boolean =>
  !isEdited && inputTokens > 0 && summed !== true && !(cacheUntold === true && dialect?.countsUncachedAlone === true)

/** What the answer has told, and what came of it. */
export interface Told {
  readonly receipt: Receipt
  /** See `Meter`. */
  readonly calls: number | undefined
}

const billOf = ({ receipt, calls }: Told, route: ProxyRoute, sent: SentConversation, isEdited = false): Bill => {
  const { effectiveTokensBefore = 0, effectiveTokensAfter = 0, usage, estimated } = receipt
  const saved = effectiveTokensBefore - effectiveTokensAfter
  return {
    paidEffectiveTokens: effectiveTokensAfter,
    // Only what was measured may be spent.
    savedEffectiveTokens: estimated ? Math.min(0, saved) : saved,
    ...(usage !== undefined && isCounted(usage, route, isEdited)
      ? { usage, tokensPerCharacter: usage.inputTokens / Math.max(1, sent.bodyCharacters) }
      : {}),
    ...defined({ calls }),
    ...(usage !== undefined && areWritesUntold(usage, sent) ? { isInPart: true } : {}),
  }
}

const timesOf = ({ lifetimeMs }: SentConversation, sentAt: number): RecordTimes => ({
  lastSentAt: sentAt,
  coldAt: coldAtOf(sentAt, lifetimeMs),
})

const useOf = ({ lifetimeMs, conversation: _, ...note }: UseNote, usedAt: number): ConversationUse => ({
  ...note,
  usedAt,
  coldAt: coldAtOf(usedAt, lifetimeMs),
})

/** Notes what the request has shown of its provider's cache, for all conversations of the account. */
const noteRetention = async (sent: SentConversation, bill: Bill, { chains }: Pick<Ports, 'chains'>): Promise<void> => {
  const retention = retentionOf(sent, bill)
  if (retention === undefined) return
  // To be written over by a request that sees more.
  await chains.put(sent.cache, { state: encodeRetention(retention), lastSentAt: sent.now, coldAt: sent.now })
}

/** Whether the record in this one's place speaks of another history, which has the same key. */
const isTakenBySibling = async (
  { head, exactHead, upTo, now }: SentConversation,
  chains: Ports['chains'],
): Promise<boolean> => {
  const found = head === exactHead ? undefined : await chains.look(head, now)
  return found !== undefined && chains.stateOf(found).upTo !== upTo
}

/** In its place, or beside a sibling's. */
const put = async (
  sent: SentConversation,
  record: StoredRecord,
  over: WrittenOver,
  chains: Ports['chains'],
): Promise<void> => {
  const outcome = await chains.put(sent.head, record, over)
  if (outcome === 'kept' && (await isTakenBySibling(sent, chains))) await chains.put(sent.exactHead, record, over)
}

/** What the next request has to know of this one, and could not tell: it may come before the answer has ended. */
const putAccepted = async (
  sent: SentConversation,
  { id, receivedAt }: Pick<Inbound, 'id' | 'receivedAt'>,
  chains: Ports['chains'],
): Promise<void> => {
  const { sentAs, restingSince } = sent
  if (sentAs === undefined || sent.unreadable || sent.previous?.verbatim === true) return
  const record = { state: encodeState(acceptedState(sent, sentAs)), ...timesOf(sent, receivedAt), leftBy: id }
  await put(sent, record, defined({ restingSince }), chains)
}

/** A conversation that begins alike may have left its caches there: they stay. */
const putMet = async ({ key, caches }: MetNote, at: number, chains: Ports['chains']): Promise<void> => {
  const before = await chains.look(key, at)
  const met = before === undefined ? [] : decodeMet(before.state)
  await chains.put(key, { state: encodeMet([...caches, ...met]), lastSentAt: at, coldAt: at })
}

/** Notes that a conversation was used again, and how, as soon as the provider may have accepted it: its answer may stream for minutes. */
export const noteAccepted = async (
  sent: SentConversation | undefined,
  facts: Pick<ExchangeFacts, 'status' | 'failure' | 'inbound' | 'retriedVerbatim' | 'compaction'>,
  { chains }: Pick<Ports, 'chains'>,
): Promise<void> => {
  if (!isPerhapsTakenIn(facts)) return
  const { inbound, retriedVerbatim, compaction } = facts
  const { kept } = compaction
  if (kept !== undefined) await chains.put(kept.key, keptTurnRecord(kept, inbound.receivedAt))
  if (sent === undefined) return
  const { touchedHead, note, beside, met, conversation } = sent
  chains.noteSent(conversation, inbound.receivedAt)
  await Promise.all([
    retriedVerbatim || isNotServed(facts.status) ? undefined : putAccepted(sent, inbound, chains),
    touchedHead === undefined ? undefined : chains.touch(touchedHead, timesOf(sent, inbound.receivedAt)),
    met === undefined ? undefined : putMet(met, inbound.receivedAt, chains),
    note === undefined ? undefined : chains.note(note.conversation, useOf(note, inbound.receivedAt)),
    beside === undefined ? undefined : chains.claim(beside.conversation, beside.claim, inbound.receivedAt),
  ])
}

/** What an answer tells of its request and of the cache. */
const rememberServed = async (
  { compaction, route, inbound, retriedVerbatim }: ExchangeFacts,
  decisions: BackgroundDecisions,
  told: Told,
  noted: Promise<void>,
  { chains, count }: Pick<Ports, 'chains' | 'count'>,
): Promise<void> => {
  if (compaction.sent === undefined) return
  const { receipt } = told
  const bill = billOf(told, route, compaction.sent, compaction.isEdited)
  const sent = sentAsSeen(compaction.sent, bill)
  if (receipt.reason === cacheNotRead) count('CacheContradicted')
  const write = async (): Promise<void> => {
    if (sent.unreadable || receipt.reason === errorInAnswer) return
    const state =
      retriedVerbatim || sent.previous?.verbatim === true
        ? verbatimSuccessor(sent, bill)
        : successor(sent, decisions, bill)
    const record = { state: encodeState(state), ...timesOf(sent, inbound.receivedAt) }
    // Its own note of the beginning is written by now, or will not be.
    await noted.catch(() => {})
    const { restingSince } = sent
    await put(sent, record, { ...defined({ restingSince }), leftBy: inbound.id }, chains)
  }
  await Promise.all([write(), noteRetention(sent, bill, { chains })])
}

/** Of a request that the provider did not serve no more is remembered than that it may have taken it in. */
export const remember = async (
  facts: ExchangeFacts,
  decisions: BackgroundDecisions,
  told: Told,
  noted: Promise<void>,
  ports: Pick<Ports, 'chains' | 'count' | 'log'>,
): Promise<void> => {
  const { status, inbound } = facts
  try {
    await Promise.all([isNotServed(status) ? undefined : rememberServed(facts, decisions, told, noted, ports), noted])
  } catch (error) {
    ports.count('RecordLost')
    ports.log.warn('chain without record', {
      exchangeId: inbound.id,
      cause: error instanceof Error ? error.name : 'unknown',
    })
  }
}
