// The last look at a request before anything that was sent goes lossy. What was chosen behind the last answer was chosen for a
// request that nobody had seen; this one has its own blocks and markers, its own size and its own time. Pure.

import { onceAsked } from '../../collections/once.ts'
import { type Chain, isBehind, isOfSibling, type KnownChain } from '../chain.ts'
import { anywhereKeptMs } from '../held/cache-state.ts'
import { type CachedEnd, type ReadableEnd, surelyReadable } from '../held/cached-ends.ts'
import { isCaching } from '../held/evidence.ts'
import { haveSameTexts } from '../identity/frame.ts'
import { type ChainState, rateOf, type SegmentState } from '../record/state.ts'
import type { Claim } from '../record/store.ts'
import { balanceWith, type Recorded, rewritePriceOf, writePriceOf } from './balance-now.ts'
import { candidatesOf } from './candidates.ts'
import { tooDearToComeBack } from './coming-back.ts'
import { freeFromOf } from './free-from.ts'
import { lastsFrom } from './passing-thinking.ts'
import { rewritingOf } from './rewritten.ts'
import { bestMove, lossOf, roomOf } from './warm-move.ts'

export interface LastLook {
  /** Segments from here on, in their order, the provider has to take in in any case: changing them costs nothing. */
  readonly freeFrom: number
  /** Those that stay all the same. */
  readonly stays: (index: number) => boolean
  /** Segments that go lossy although they are cached. */
  readonly moving: ReadonlySet<number>
  /** What that may lose, and what all branches together may have at risk before it, in effective tokens. */
  readonly claim: Omit<Claim, 'by'>
  /** Branches that go on from the same record at once do the same: what they bring is read behind the same form alone. */
  readonly isShared: boolean
}

/**
 * Where it is a matter of time alone, what may still be held: should it be gone, a move costs nothing. Where reads end with requests, each end
 * has a time of its own: only those that were used together with the last one are held, or gone, like it.
 */
const readableNow = ({ ends, asked, prices, now }: Chain, { state, head, pauseMs }: KnownChain): ReadableEnd[] => {
  const isHeldAsLast = ({ turn, surelyUntil }: CachedEnd): boolean =>
    asked.surelyEnds === 'anywhere' ||
    turn === head.turn ||
    surelyUntil >= now ||
    surelyUntil - prices.lifetime.surelyMs >= now - pauseMs
  const held = (end: CachedEnd): number => (end.longEnough && isHeldAsLast(end) ? end.possiblyUntil : 0)
  return surelyReadable(
    asked.surelyEnds === 'markers'
      ? state.cachedEnds
      : state.cachedEnds.map((end) => ({ ...end, surelyUntil: held(end) })),
    ends,
    asked,
    now,
  )
}

/**
 * Whether branches that bring the same new text at once had better move what the first of them has moved. They had, where they surely read
 * what that one has sent. They had not, where they surely do not: what it has moved they still read as it was. Where nobody knows, either the
 * new text is at stake, or what each of them would rewrite: the larger one decides.
 */
const isSharedBy = ({ asked, prices }: Chain, freshTokens: number, rewrittenTokens: number): boolean => {
  if (asked.surelyEnds === 'anywhere') return true
  return prices.possiblyEnds !== 'requests' && freshTokens > rewrittenTokens
}

const nothing: Omit<LastLook, 'freeFrom' | 'stays'> = {
  moving: new Set(),
  claim: { risk: 0, room: 0 },
  isShared: false,
}

const isReadBehindOther = ({ heads }: Chain, { frame, evidence }: ChainState): boolean =>
  haveSameTexts(heads.frame, frame) ? (evidence.settingHits ?? 0) > 0 : evidence.frameHits > 0

const staysOf = (chain: Chain, known: KnownChain, recorded: Recorded): LastLook['stays'] => {
  const room = (): number => roomOf(balanceWith(chain, known, recorded))
  return tooDearToComeBack(chain, recorded, rateOf(known.state), { price: rewritePriceOf(chain), room })
}

/** The scheduled suffix that pays, as this request stands; nothing where the provider does not surely read up to the last end. */
const movingOf = (
  chain: Chain,
  known: KnownChain,
  recorded: Recorded,
  freeFrom: number,
  stays: LastLook['stays'],
): Omit<LastLook, 'freeFrom' | 'stays'> => {
  const { asked, prices } = chain
  const { state, unsure } = known
  const lasts = onceAsked(() => lastsFrom(chain))
  const mayMove = ({ representation }: SegmentState, index: number): boolean =>
    representation === 'scheduled' && index < freeFrom && lasts()(recorded.messages[index] ?? 0) && !stays(index)
  if (!recorded.states.some(mayMove)) return nothing
  const readable = readableNow(chain, known)
  const [last] = readable
  if (unsure || known.inUse || last?.asSent !== true || !isCaching(state.evidence) || chain.isLostEnd(last))
    return nothing
  // What the turn before has sent may be cached as well, and nobody knows how.
  if (!known.changed && isBehind(chain, known)) return nothing
  // A later request may reach what this one does not. A sibling's record does not say what this branch's own last turn has left. And of a turn
  // that has changed, what stands before the change is read where reads end at any token.
  const isLeft = isOfSibling(known) || (known.changed && asked.surelyEnds === 'anywhere')
  if (
    state.cachedEnds.some(
      ({ turn, asSent, possiblyUntil }) => (asSent || isLeft) && turn > last.turn && possiblyUntil > chain.now,
    )
  )
    return nothing
  // A conversation behind another frame may not be read at all, until it has been seen to be.
  if (chain.heads.frame !== state.frame && !isReadBehindOther(chain, state)) return nothing
  const [own] = chain.ends
  // What ends in what the next request may not have, the beginning of an answer or an instruction of the moment, is written again by each.
  if (asked.surelyEnds === 'requests' && own !== undefined && recorded.layout().charactersBehind(own) > 0)
    return nothing
  const { unreadAnyway, rewrittenFrom } = rewritingOf(chain, state, {
    states: recorded.states,
    layout: recorded.layout(),
    last,
    lasting: onceAsked(() => readable.filter((end) => !chain.isLostEnd(end))),
  })
  const candidates = candidatesOf(recorded.states, mayMove, rewrittenFrom)
  const balance = balanceWith(chain, known, recorded)
  const moved = { ...prices, write: writePriceOf(chain), tokensBefore: state.inputTokens }
  const moving = candidates.slice(bestMove(candidates, moved, balance))
  const loss = lossOf(moving, moved)
  // Only what is surely cached can be sent again at no loss; other branches may have left it in the new form alone.
  const isSure =
    known.pauseMs <= anywhereKeptMs ||
    surelyReadable(state.cachedEnds, chain.ends, asked, chain.now)[0]?.turn === last.turn
  // What this branch has claimed itself is in its balance.
  const left = Math.ceil(roomOf(balance) - loss) + (state.claimedEffectiveTokens ?? 0)
  const room = isSure ? left : Number.MAX_SAFE_INTEGER
  const gained = moving.reduce((sum, { tokensGained }) => sum + tokensGained, 0)
  return {
    moving: new Set(moving.map(({ index }) => index)),
    claim: { risk: Math.ceil(loss), room },
    isShared: isSharedBy(chain, unreadAnyway, (moving[0]?.tokensRewritten ?? 0) - gained),
  }
}

/** Of a request whose conversation is known. */
export const lastLook = (chain: Chain, known: KnownChain, recorded: Recorded): LastLook => {
  const stays = staysOf(chain, known, recorded)
  // A record that may be warm is not written over: a request that goes on from a retry finds what its first attempt has sent.
  if (!known.cold && known.head === chain.heads.own) return { freeFrom: recorded.messages.length, stays, ...nothing }
  const freeFrom = freeFromOf(chain, known, recorded)
  return { freeFrom, stays, ...movingOf(chain, known, recorded, freeFrom, stays) }
}
