// One branch of a conversation may rest while others are in use. All of them together decide what may be cached, and in which form.

import { defined } from '../../collections/defined.ts'
import { endOf, startOf } from '../../json/read.ts'
import { type Transcript, textOf } from '../../transcript/transcript.ts'
import type { Chain, KnownChain } from '../chain.ts'
import { anywhereKeptMs, isCold, restNotedMs } from '../held/cache-state.ts'
import { decodeRetention, forgottenAfterMs, isForgottenAfter, noRetention } from '../held/retention.ts'
import { type Head, type Heads, shortDigest } from '../identity/identity.ts'
import type { RememberedChains } from '../record/remembered-chains.ts'
import { type ChainState, isRepeated, mayGoFrom, type SegmentState, unasked } from '../record/state.ts'
import { type ConversationUse, mostShortened } from '../record/store.ts'
import { agreedRest, mayDisagree } from './agreed-rest.ts'
import { hasRoot, sharedTurnOf } from './changed-history.ts'

/** Whether nobody can tell beforehand how long this cache keeps what it holds: a marker names a lifetime. */
const hasUnknownLifetime = ({ asked }: Chain): boolean => asked.surelyEnds !== 'markers'

/** Whether nothing of this branch is surely held any more, and something may be. */
const isUncertainAfter = (chain: Chain, { pauseMs, state }: KnownChain): boolean =>
  pauseMs > anywhereKeptMs &&
  (hasUnknownLifetime(chain)
    ? pauseMs > restNotedMs(chain.prices)
    : state.cachedEnds.every(({ surelyUntil }) => surelyUntil <= chain.now))

/** What moves for nothing could be noted no longer: another branch would not know of it. */
const isFull = (use: ConversationUse | undefined): boolean => (use?.shortened.length ?? 0) >= mostShortened

type Told = Pick<SegmentState, 'decision' | 'tokens'>

/**
 * What was decided of a text that travels shortened, if it stands where it stands here: what reads the same elsewhere may have been read for
 * another use. What went because later text has it may not be there.
 */
const toldOf =
  ({ segments }: ChainState) =>
  (index: number, digest: number): Told | undefined => {
    const { textDigest, representation, decision, tokens } = segments[index] ?? unasked
    const isTold = textDigest === digest && representation === 'lossy' && !isRepeated(decision)
    return isTold ? { decision, ...defined({ tokens }) } : undefined
  }

/** The first turn that surely is another in this record, and the last turn before it, if there is one; `undefined`: none surely is. */
const firstOther = (
  { cachedEnds }: ChainState,
  { own, earlier, older }: Heads,
): { readonly other: Head; readonly before?: Head } | undefined => {
  const digests = new Map(cachedEnds.map(({ turn, upTo }) => [turn, upTo]))
  const all = [own, ...earlier, ...older]
  const isOther = ({ turn, digest }: Head): boolean => ![undefined, shortDigest(digest)].includes(digests.get(turn))
  const other = all.findLast(isOther)
  return other && { other, ...defined({ before: all.find(({ turn }) => turn < other.turn) }) }
}

/** So many times as much at stake counts for more than that another was used later. */
const muchMore = 4

/**
 * Whether the record is of another history, and going as that one has gone would risk much more than it can find: what this one has sent behind all that
 * both share, for what they share from the first text on that they have sent otherwise. That ends with the first text that differs.
 */
const isTooMuchAtStake = (
  known: KnownChain,
  there: ChainState,
  heads: Heads,
  digests: readonly number[],
  { tape, messages, segments }: Pick<Transcript, 'tape' | 'messages' | 'segments'>,
): boolean => {
  const found = firstOther(there, heads)
  if (found === undefined) return false
  const { other, before } = found
  const isAnother = (digest: number, index: number): boolean =>
    ![undefined, digest].includes(there.segments[index]?.textDigest)
  const differing = digests.slice(0, other.segments).findIndex(isAnother)
  const isLossy = (state: ChainState, index: number): boolean => state.segments[index]?.representation === 'lossy'
  const otherwise = known.state.segments
    .slice(0, differing < 0 ? other.segments : differing)
    .findIndex((_, index) => isLossy(known.state, index) !== isLossy(there, index))
  if (otherwise < 0) return true
  const startOfText = (index: number): number => startOf(tape, segments[index]?.node ?? 0)
  const endOfTurn = (head: Head | undefined): number => {
    const last = messages[(head?.messages ?? 0) - 1]
    return last === undefined ? 0 : endOf(tape, last.node)
  }
  const shared = differing < 0 ? endOfTurn(before) : startOfText(differing)
  const sent = [heads.own, ...heads.earlier].find(({ turn }) => turn === sharedTurnOf(known, heads))
  return endOfTurn(sent) - shared > muchMore * (shared - startOfText(otherwise))
}

/**
 * The texts that others have sent shortened go so here as well, where they may: as this branch has decided, or, where it knows no decision,
 * as the one has that was in use last. They do not where that one's history is another and too much is at stake:
 * what is kept behind what both share is as this branch has sent it. `isApart`: one of them cannot go so here.
 */
const shortenedAs = async (
  { heads, textDigest: digestOf, now }: Chain,
  known: KnownChain,
  { shortened, usedBy }: ConversationUse,
  transcript: Pick<Transcript, 'tape' | 'messages' | 'segments'>,
  chains: Pick<RememberedChains, 'look' | 'stateOf'>,
  isKeptAsUsed: boolean,
): Promise<{ readonly state: ChainState; readonly isApart: boolean }> => {
  const { state } = known
  const others = new Set(shortened)
  if (others.size === 0) return { state, isApart: false }
  const digests = state.segments.map(
    ({ textDigest }, index) => textDigest ?? digestOf(textOf(transcript, transcript.segments[index])),
  )
  const record = usedBy === undefined ? undefined : await chains.look(usedBy, now).catch(() => undefined)
  const there = record === undefined ? undefined : chains.stateOf(record)
  // Another conversation that has said the same last may have its record there.
  const told = there === undefined || !hasRoot(there, heads.root) ? () => undefined : toldOf(there)
  if (isKeptAsUsed && there !== undefined && isTooMuchAtStake(known, there, heads, digests, transcript))
    return { state, isApart: false }
  const shortenedOne = (one: SegmentState, index: number): SegmentState => {
    const [segment, digest] = [transcript.segments[index], digests[index]]
    if (segment === undefined || digest === undefined || !others.has(digest)) return one
    const asTold = { ...one, ...told(index, digest) }
    const decided = mayGoFrom(segment, asTold.decision) ? asTold : one
    return mayGoFrom(segment, decided.decision) ? { ...decided, textDigest: digest, representation: 'lossy' } : one
  }
  const segments = state.segments.map(shortenedOne)
  const isApart = segments.some(
    ({ representation }, index) => representation !== 'lossy' && others.has(digests[index] ?? -1),
  )
  return { state: { ...state, segments }, isApart }
}

/**
 * What has become of a conversation while this branch of it rested. Others use what they have in common with it without a word to its
 * record: only where all have rested the provider has forgotten everything. Where that cannot be read, they may be in use.
 */
export const afterRest = async (
  chain: Chain,
  known: KnownChain,
  transcript: Pick<Transcript, 'tape' | 'messages' | 'segments'>,
  chains: Pick<RememberedChains, 'look' | 'put' | 'use' | 'stateOf'>,
): Promise<KnownChain> => {
  const { heads, prices, now } = chain
  const isUncertain = isUncertainAfter(chain, known)
  const cachedUntil = Math.max(0, ...known.state.cachedEnds.map(({ possiblyUntil }) => possiblyUntil))
  const isOverHere = known.cold || cachedUntil <= now
  const isInDispute = mayDisagree(chain, cachedUntil)
  // Nobody has asked for any of it to be cached.
  const isUncached = cachedUntil === 0
  if (known.unsure || isUncached || !(isOverHere || isInDispute || isUncertain)) return known
  try {
    const [seen, use] = await Promise.all([
      isUncertain && hasUnknownLifetime(chain) ? chains.look(heads.cache, now) : undefined,
      chains.use(heads.conversation),
    ])
    const hasRested = isOverHere && (use === undefined || isCold(use, now))
    const haveAllRested = isInDispute ? await agreedRest(hasRested, chain, known, chains) : hasRested
    const isOver = isOverHere || haveAllRested
    if (!isOver && !isUncertain) return known
    const retention = seen === undefined ? noRetention : decodeRetention(seen.state)
    const { usedAt = known.state.rootUsedAt } = use ?? {}
    const restMs = Math.min(known.pauseMs, now - usedAt - restNotedMs(prices))
    const found = { ...known, restMs, ...(isUncertain ? { retention } : {}) }
    const isUsedSince = use !== undefined && usedAt > now - known.pauseMs
    const mayBeKept = !isOver && !isForgottenAfter(retention, known.pauseMs)
    if (mayBeKept && !isUsedSince) return found
    const lastSentAt = now - known.pauseMs
    const restingSince = isOver
      ? Math.max(lastSentAt, now - (cachedUntil - lastSentAt))
      : now - forgottenAfterMs(retention)
    const areAllForgotten = isOver ? haveAllRested : isForgottenAfter(retention, restMs)
    // Whoever comes next sends all of the list so, also what would not move any more.
    const { state, isApart } =
      use === undefined
        ? { state: known.state, isApart: false }
        : await shortenedAs(chain, known, use, transcript, chains, mayBeKept)
    const isOtherwise = state.segments.some(
      ({ representation }, index) => representation !== known.state.segments[index]?.representation,
    )
    const inUse = { ...found, inUse: true, state, ...(isOtherwise || isApart ? { asOthers: true as const } : {}) }
    // What others have sent since is the likelier to be kept, and what goes on from a retry that went like that has to find it so.
    if (mayBeKept) return isOtherwise ? { ...inUse, restingSince: lastSentAt } : inUse
    if (areAllForgotten && !isFull(use)) return { ...found, forgotten: !known.cold, restingSince, state }
    return { ...inUse, cold: false, restingSince }
  } catch {
    return isOverHere ? { ...known, cold: false, inUse: true } : known
  }
}
