// One branch of a conversation may rest while others are in use. All of them together decide what may be cached, and in which form.

import { defined } from '../../collections/defined.ts'
import { type Transcript, textOf } from '../../transcript/transcript.ts'
import type { Chain, KnownChain } from '../chain.ts'
import { anywhereKeptMs, isCold, restNotedMs } from '../held/cache-state.ts'
import { decodeRetention, forgottenAfterMs, isForgottenAfter, noRetention } from '../held/retention.ts'
import { type Head, type Heads, shortDigest } from '../identity/identity.ts'
import type { RememberedChains } from '../record/remembered-chains.ts'
import { type ChainState, isRepeated, mayGoFrom, type SegmentState, unasked } from '../record/state.ts'
import { type ConversationUse, mostShortened } from '../record/store.ts'
import { agreedRest, mayDisagree } from './agreed-rest.ts'
import { hasRoot } from './changed-history.ts'

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

/** How many of the request's segments stand before the first turn that surely is another in this record, and how many up to its end; Infinity: none surely is. */
const segmentsShared = (
  { cachedEnds }: ChainState,
  { own, earlier, older }: Heads,
): { readonly before: number; readonly within: number } => {
  const digests = new Map(cachedEnds.map(({ turn, upTo }) => [turn, upTo]))
  const all = [own, ...earlier, ...older]
  const isOther = ({ turn, digest }: Head): boolean => ![undefined, shortDigest(digest)].includes(digests.get(turn))
  const first = all.findLast(isOther)
  if (first === undefined) return { before: Number.POSITIVE_INFINITY, within: Number.POSITIVE_INFINITY }
  return { before: all.find(({ turn }) => turn < first.turn)?.segments ?? 0, within: first.segments }
}

/**
 * Whether the record is of another history, and what it shares with this one was sent in the same form: the turns before the first that differs, and of
 * that one the texts before the first that does.
 */
const isAlikeWhereShared = (
  state: ChainState,
  there: ChainState,
  heads: Heads,
  digests: readonly number[],
): boolean => {
  const { before, within } = segmentsShared(there, heads)
  if (before === Number.POSITIVE_INFINITY) return false
  const isOther = (digest: number, index: number): boolean =>
    ![undefined, digest].includes(there.segments[before + index]?.textDigest)
  const same = digests.slice(before, within).findIndex(isOther)
  const isLossy = ({ segments }: ChainState, index: number): boolean => segments[index]?.representation === 'lossy'
  return state.segments
    .slice(0, same < 0 ? within : before + same)
    .every((_, index) => isLossy(state, index) === isLossy(there, index))
}

/**
 * The texts that others have sent shortened go so here as well, where they may: as this branch has decided, or, where it knows no decision,
 * as the one has that was in use last. They do not where that one's history is another and agrees as far as it is this one:
 * what is kept behind that is as this branch has sent it. `isApart`: one of them cannot go so here.
 */
const shortenedAs = async (
  { heads, textDigest: digestOf, now }: Chain,
  state: ChainState,
  { shortened, usedBy }: ConversationUse,
  transcript: Pick<Transcript, 'tape' | 'segments'>,
  chains: Pick<RememberedChains, 'look' | 'stateOf'>,
  isKeptAsUsed: boolean,
): Promise<{ readonly state: ChainState; readonly isApart: boolean }> => {
  const others = new Set(shortened)
  if (others.size === 0) return { state, isApart: false }
  const digests = state.segments.map(
    ({ textDigest }, index) => textDigest ?? digestOf(textOf(transcript, transcript.segments[index])),
  )
  const record = usedBy === undefined ? undefined : await chains.look(usedBy, now).catch(() => undefined)
  const there = record === undefined ? undefined : chains.stateOf(record)
  // Another conversation that has said the same last may have its record there.
  const told = there === undefined || !hasRoot(there, heads.root) ? () => undefined : toldOf(there)
  if (isKeptAsUsed && there !== undefined && isAlikeWhereShared(state, there, heads, digests))
    return { state, isApart: false }
  const shortenedOne = (one: SegmentState, index: number): SegmentState => {
    const segment = transcript.segments[index]
    const digest = digests[index]
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
  transcript: Pick<Transcript, 'tape' | 'segments'>,
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
    // The next branch sends all of the list so, also what would not move any more.
    const { state, isApart } =
      use === undefined
        ? { state: known.state, isApart: false }
        : await shortenedAs(chain, known.state, use, transcript, chains, mayBeKept)
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
