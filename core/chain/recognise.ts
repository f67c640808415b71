// Finds what an earlier request of the same conversation left behind. In doubt there is nothing; whatever fails, the
// request goes on without it and says so.

import { type CachingAsked, cachingAskedOf, type MessageBlocks, messageBlocksOf } from '../caches/asked.ts'
import { margin, type PriceRow } from '../caches/rules.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { anywhereKeptMs, isCold, isStale, restNotedMs } from './cache-state.ts'
import { usedAgain } from './cached-ends.ts'
import { afterChange } from './changed-history.ts'
import { isNeverCached } from './evidence.ts'
import { type Head, type Heads, headsOf, shortDigest } from './identity.ts'
import type { ReadPrefix } from './read-prefixes.ts'
import type { RememberedChains, RememberedRecord } from './remembered-chains.ts'
import { decodeRetention, isForgottenAfter, noRetention, type Retention } from './retention.ts'
import type { ChainState } from './state.ts'
import type { ConversationUse } from './store.ts'
import { type TextDigest, textDigestOf } from './text-digest.ts'
import { type TurnEnd, turnEndsOf, valuesOf } from './turn-ends.ts'

/** What an earlier request left. */
export interface KnownChain {
  readonly state: ChainState
  /** Under which it was found. */
  readonly head: Head
  /** It speaks of another history: the client has changed what stands before. */
  readonly changed: boolean
  /** The record's times must be refreshed. */
  readonly needsTouch: boolean
  /** The provider's cache cannot hold what was sent: any change is free. */
  readonly cold: boolean
  /** It is a copy that may be out of date: nothing may be changed for nothing. */
  readonly unsure: boolean
  /** Milliseconds since the request that left it, or since it was used last. */
  readonly pauseMs: number
  /** What the account has seen of this cache; absent where it does not matter, or could not be read. */
  readonly retention?: Retention
  /** Nothing of the conversation was used for so long that this cache was seen to forget. */
  readonly forgotten: boolean
  /** Milliseconds since anything of the conversation was used, as far as is known. */
  readonly restMs: number
  /** It has rested, and other branches have not: what it has in common with them may be cached as they have sent it. */
  readonly inUse: boolean
}

/** Whether the history differs from the record's in its last turn alone: it may be a sibling's, sent at the same time. */
export const isOfSibling = ({ changed, head, state }: KnownChain): boolean =>
  changed && state.cachedEnds.at(-1)?.turn === head.turn

/** A conversation that carries its whole history, as this request shows it. */
export interface Chain {
  readonly heads: Heads
  /** Where the blocks and the turns of this request stand; the last turn's end first. */
  readonly blocks: readonly MessageBlocks[]
  readonly ends: readonly TurnEnd[]
  /** What the provider caches, and at which prices. */
  readonly prices: PriceRow
  readonly asked: CachingAsked
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Characters of what the last turn says, without the JSON around it: it has no fewer tokens than a share of the body by these. */
  readonly freshValues: number
  readonly textDigest: TextDigest
  /** Absent: this is its first request, or nobody remembers it. */
  readonly known?: KnownChain
  /** There may be a record that could not be read. */
  readonly trouble?: 'chain-unavailable' | 'chain-unreadable'
}

export interface Recognition {
  readonly transcript: Transcript
  /** The account's chain secret, base64. */
  readonly secret: string
  /** Whose cache it is: a model's, at an upstream. */
  readonly cache: string
  readonly prices: PriceRow
  readonly chains: RememberedChains
  /** Whether it may have been sent before, and what was decided then counts: its own record is looked for first. */
  readonly mayRepeat: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What the body begins with that was read before. */
  readonly prefix?: ReadPrefix
}

/** Whether so much of the shortest lifetime has passed that an end of the record would be taken for forgotten too early. */
const isStaleEnd = ({ lastSentAt }: RememberedRecord, { markers }: CachingAsked, now: number): boolean =>
  now - lastSentAt > (margin - 1) * Math.min(...markers.map(({ lifetime }) => lifetime.surelyMs))

const knownFrom = (
  record: RememberedRecord,
  chain: Chain,
  { transcript, chains }: Pick<Recognition, 'transcript' | 'chains'>,
): KnownChain => {
  const { heads, asked, now } = chain
  const decoded = chains.stateOf(record)
  const stored = {
    ...decoded,
    cachedEnds: usedAgain(decoded.cachedEnds, record.lastSentAt - decoded.sentAt, record.coldAt),
  }
  const all = [heads.own, ...heads.earlier]
  // Usually the last turn's, whose digest is at hand.
  const head =
    [...heads.earlier, heads.own].find(({ digest }) => shortDigest(digest) === stored.upTo) ??
    all.find(({ key, digest }) => key === record.head || digest === record.head) ??
    heads.older.find(({ key }) => key === record.head)
  const isSame = stored.upTo === undefined || stored.upTo === shortDigest(head?.digest ?? '')
  if (head === undefined || (isSame && head.segments !== stored.segments.length))
    throw new Error('the record is not of this conversation')
  // What the other version of the lossless depth sent cannot be sent again.
  if (stored.losslessVersion !== losslessVersion) throw new Error('the record names another lossless version')
  const history = { transcript, heads: all, found: head, textDigest: chain.textDigest, coldAt: record.coldAt }
  const state = isSame ? stored : afterChange(stored, history)
  const unsure = record.unsure === true
  const isOld = isStale(record, Math.max(asked.lifetimeMs, state.lifetimeMs), now) || isStaleEnd(record, asked, now)
  return {
    state,
    head,
    changed: !isSame,
    cold: !unsure && (isCold(record, now) || isNeverCached(state.evidence)),
    unsure,
    pauseMs: now - record.lastSentAt,
    forgotten: false,
    inUse: false,
    restMs: now - record.lastSentAt,
    needsTouch: isSame && isOld,
  }
}

/** After such a pause nobody knows whether an automatic cache still holds a conversation. */
const isUncertainAfter = ({ asked, prices }: Chain, { pauseMs }: KnownChain): boolean =>
  asked.surelyEnds !== 'markers' && pauseMs > restNotedMs(prices) && pauseMs > anywhereKeptMs

/** The texts that others send shortened, shortened here as well. */
const shortenedAs = (state: ChainState, { shortened }: ConversationUse): ChainState => {
  const others = new Set(shortened)
  return {
    ...state,
    segments: state.segments.map((segment) =>
      segment.textDigest !== undefined && segment.decision.kind === 'shorter' && others.has(segment.textDigest)
        ? { ...segment, representation: 'lossy' }
        : segment,
    ),
  }
}

/**
 * What other branches have made of a conversation while this one rested, and what the account knows of this cache, if it matters and can
 * be read. They use what stands before them without a word to this record; the first turn's knows.
 */
const afterRest = async (chain: Chain, known: KnownChain, { chains, now }: Recognition): Promise<KnownChain> => {
  const isUncertain = isUncertainAfter(chain, known)
  if (known.unsure || isNeverCached(known.state.evidence) || !(known.cold || isUncertain)) return known
  const { heads, prices } = chain
  try {
    const [seen, use] = await Promise.all([
      isUncertain ? chains.look(heads.cache, now) : undefined,
      chains.use(heads.conversation),
    ])
    const retention = seen === undefined ? noRetention : decodeRetention(seen.state)
    const { usedAt = known.state.rootUsedAt } = use ?? {}
    const restMs = Math.min(known.pauseMs, now - usedAt - restNotedMs(prices))
    const found = { ...known, restMs, ...(isUncertain ? { retention } : {}) }
    const hasRested = known.cold || isForgottenAfter(retention, known.pauseMs)
    if (!hasRested) return found
    if (known.cold ? use === undefined || isCold(use, now) : isForgottenAfter(retention, restMs))
      return { ...found, forgotten: !known.cold }
    return {
      ...found,
      cold: false,
      inUse: true,
      state: use === undefined ? known.state : shortenedAs(known.state, use),
    }
  } catch {
    return known
  }
}

/**
 * What text moves for nothing depends on when a record was used last, so that a retry may do other than its first attempt did. After a
 * pause, or where the record was used behind its back, the request's own record counts, if it has one.
 */
const orItsOwn = async (known: KnownChain, chain: Chain, asked: Recognition): Promise<KnownChain> => {
  const { heads, now } = chain
  const { chains, mayRepeat } = asked
  const isAlone = !known.changed && known.pauseMs < anywhereKeptMs && now - known.pauseMs === known.state.sentAt
  if (mayRepeat || known.unsure || isAlone) return known
  const found = await chains.look(heads.own.key, now).catch(() => undefined)
  const own = found === undefined ? known : knownFrom(found, chain, asked)
  if (own.changed) return known
  // Of a first attempt that is forgotten nothing counts where what stands before it was used again since.
  return own.cold && !known.cold ? known : own
}

/** Most records that are read together. */
const maxSought = 17

/** Where its record may be, the likeliest first. Until layout 6, records were kept under the digest of everything. */
const soughtIn = ({ own, earlier }: Heads, mayRepeat: boolean): Iterable<string> => ({
  *[Symbol.iterator]() {
    const [last, ...others] = earlier
    if (mayRepeat) yield own.key
    if (last === undefined) return
    yield last.key
    yield last.digest
    for (const { key } of others.slice(0, maxSought - (mayRepeat ? 3 : 2))) yield key
  },
})

/** A client that comes back to a model after many turns with others finds the form in which the model was sent what came before. */
const olderRecord = async ({ older }: Heads, { chains, now }: Recognition): Promise<RememberedRecord | undefined> => {
  for (let from = 0; from < older.length; from += maxSought) {
    const keys = older.slice(from, from + maxSought).map(({ key }) => key)
    const found = await chains.find(keys, now)
    if (found !== undefined) return found
  }
  return undefined
}

/** `undefined` when the request shows no whole conversation. Rejects only with what `headsOf` throws. */
export const recognise = async (asked: Recognition): Promise<Chain | undefined> => {
  const { transcript, secret, cache, prices, chains, mayRepeat, now, prefix } = asked
  const heads = headsOf(transcript, secret, cache, prefix)
  if (heads === undefined) return undefined
  const blocks = messageBlocksOf(transcript)
  const ends = turnEndsOf(transcript.tape, blocks, heads)
  const freshValues = valuesOf(transcript.tape, blocks.slice(ends[1]?.messages))
  const chain: Chain = {
    heads,
    blocks,
    ends,
    prices,
    asked: cachingAskedOf(transcript, blocks, prices),
    now,
    freshValues,
    textDigest: textDigestOf(secret),
  }
  if (heads.earlier.length === 0 && !mayRepeat) return chain

  let record: RememberedRecord | undefined
  try {
    record = (await chains.find(soughtIn(heads, mayRepeat), now)) ?? (await olderRecord(heads, asked))
  } catch {
    return { ...chain, trouble: 'chain-unavailable' }
  }
  if (record === undefined) return chain
  try {
    const found = await orItsOwn(knownFrom(record, chain, asked), chain, asked)
    const known = { known: await afterRest(chain, found, asked) }
    return record.unsure === undefined ? { ...chain, ...known } : { ...chain, ...known, trouble: 'chain-unavailable' }
  } catch {
    return { ...chain, trouble: 'chain-unreadable' }
  }
}
