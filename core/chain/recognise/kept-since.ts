// Turns that went behind a history which the provider keeps leave no record of the conversation. It has them as they came, behind
// the form in which the last request went that brought all of it.

import { type Chain, isBehind, type KnownChain } from '../chain.ts'
import { isCold } from '../held/cache-state.ts'
import { usedAgain } from '../held/cached-ends.ts'
import { type Head, shortDigest } from '../identity/identity.ts'
import { turnAloneKeys } from '../identity/turn-alone.ts'
import type { RememberedRecord } from '../record/remembered-chains.ts'
import { type ChainState, type SegmentState, unasked } from '../record/state.ts'
import { knownFrom, type Looking } from './known-record.ts'

interface Keeping extends Looking {
  /** The account's chain secret, base64. */
  readonly secret: string
  /** Whose cache it is: a model's, at an upstream. */
  readonly cache: string
}

/** So many turns before the record's own are asked for. */
const mostBefore = 16

const asItCame: SegmentState = { ...unasked, losslessDeletesNothing: true }

/**
 * The record as it stood before the turn that it ends with. If that went so again since, what is kept goes on from the turn before, in the form in
 * which that was sent.
 */
const unlessRepeated = async (known: KnownChain, again: RememberedRecord | undefined, chain: Chain, asked: Keeping) => {
  if (again === undefined || again.lastSentAt <= known.state.sentAt) return known
  const { earlier, older } = chain.heads
  const turns = [...earlier, ...older].filter(({ turn }) => turn < known.head.turn)
  const before = turns.slice(0, mostBefore).map(({ key }) => key)
  const found = before.length === 0 ? undefined : await asked.chains.find(before, chain.now)
  const one = found === undefined ? undefined : knownFrom(found, chain, asked)
  return one === undefined || one.changed ? known : one
}

/** The record as it would be, had the request that went last so left one: nobody has read its usage. */
const continued = (
  state: ChainState,
  { lastSentAt, coldAt }: RememberedRecord,
  { turn, digest, segments }: Head,
  isForgotten: boolean,
): ChainState => {
  const { openCharacters: _, mostCalls: __, ...before } = state
  const upTo = shortDigest(digest)
  const longEnough = state.cachedEnds.at(-1)?.longEnough === true
  const unknown = isForgotten ? unasked : asItCame
  const end = { turn, upTo, surelyUntil: 0, possiblyUntil: coldAt, asSent: true, longEnough }
  return {
    ...before,
    segments: [...state.segments, ...Array.from({ length: segments - state.segments.length }, () => unknown)],
    cachedEnds: [...usedAgain(state.cachedEnds, lastSentAt - state.sentAt, coldAt), end],
    upTo,
    inputTokens: 0,
    sentAt: lastSentAt,
  }
}

/**
 * What is known with the turns behind the record that have gone so since, up to the last of them. Only where the last turn's record is missing
 * anything is read.
 */
export const orKeptSince = async (known: KnownChain, chain: Chain, asked: Keeping): Promise<KnownChain> => {
  const { heads, now } = chain
  const { chains, transcript, secret, cache } = asked
  if (transcript.spelling.namesAnswers !== true || known.changed || known.unsure || !isBehind(chain, known))
    return known
  const since = [heads.own, ...heads.earlier].filter(({ turn }) => turn > known.head.turn)
  const keyOf = turnAloneKeys(transcript, secret, cache)
  const keys = since.map(({ messages }) => keyOf(messages))
  const lastSentAt = now - known.pauseMs
  try {
    const [found, again] = await Promise.all([chains.find(keys, now), chains.look(keyOf(known.head.messages), now)])
    const head = since[keys.indexOf(found?.head ?? '')]
    if (found === undefined || head === undefined || found.lastSentAt < lastSentAt) return known
    const { state } = await unlessRepeated(known, again, chain, asked)
    const cold = isCold(found, now)
    const pauseMs = now - found.lastSentAt
    return {
      ...known,
      state: continued(state, found, head, cold),
      head,
      cold,
      pauseMs,
      restMs: pauseMs,
      needsTouch: false,
    }
  } catch {
    // Most clients name no answer, and what is known holds for them.
    return known
  }
}
