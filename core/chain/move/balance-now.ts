// What a conversation may spend with this request: what it has cost and saved so far, and with this request at least. Pure.

import type { Chain, KnownChain } from '../chain.ts'
import { isCaching } from '../held/evidence.ts'
import { textsOf } from '../identity/frame.ts'
import type { Heads } from '../identity/identity.ts'
import { type ChainState, rateOf, type SegmentState, tokensSavedIn } from '../record/state.ts'
import { charactersWithoutRead, isReadBefore } from './candidates.ts'
import type { Layout } from './layout.ts'
import type { Balance } from './warm-move.ts'

/** Segments as they would be sent without any change, with the record's state of each. */
export interface Recorded {
  readonly states: readonly SegmentState[]
  /** Whether it is a file's text that a later call has superseded. */
  readonly isSuperseded: (index: number) => boolean
  /** The message of each. */
  readonly messages: readonly number[]
  /** Worked out where it is asked for, once. */
  readonly layout: () => Layout
}

/** What this request pays for each token that its provider writes. */
export const writePriceOf = ({ asked, prices }: Pick<Chain, 'asked' | 'prices'>): number =>
  asked.markers.some(({ lifetime }) => lifetime === prices.longLifetime) ? prices.writeLong : prices.write

/** What each token costs more that is written in place of being read. */
export const rewritePriceOf = (chain: Chain): number => writePriceOf(chain) - chain.prices.read

type Rated = Pick<ChainState, 'tokensPerCharacter'>

/** What has to be written when nothing of the conversation is read: what stands before it as well, where that is held with it alone. */
export const charactersOfAll = (chain: Chain, state: Rated, layout: Layout): number =>
  isReadBefore(layout, layout.conversationCharacters, chain, rateOf(state))
    ? layout.conversationCharacters
    : charactersWithoutRead(layout, chain, rateOf(state))

/** What it costs to write all of that again, in effective tokens. */
export const lossOfAll = (chain: Chain, state: Rated, layout: Layout): number =>
  rewritePriceOf(chain) * charactersOfAll(chain, state, layout) * rateOf(state)

/** Of branches that go on at once, each pays for the same move where none reads what another has sent: so many are reckoned with. */
const branchesAtOnce = 3

/** Behind how many other texts, to which the conversation comes back, it may be kept as it was. */
const behindOthers = ({ frame }: Pick<Heads, 'frame'>, { textsComeBack, textsBefore = [] }: ChainState): number =>
  textsComeBack === true ? textsBefore.filter((text) => text !== textsOf(frame)).length : 0

/** What one branch may spend: of what the conversation has cost and saved, and will at least with this request, if all that was sent before is read. */
export const balanceWith = (chain: Chain, { state }: KnownChain, recorded: Recorded): Balance => {
  const { asked, ends, heads, prices } = chain
  const [states, layout] = [recorded.states, recorded.layout()]
  const branches = asked.surelyEnds === 'requests' && prices.possiblyEnds !== 'requests' ? branchesAtOnce : 1
  const [, lastEnd] = ends
  const fresh = lastEnd === undefined ? 0 : layout.charactersBehind(lastEnd)
  const savedTokens = states.reduce((sum, one) => sum + (tokensSavedIn(one) ?? 0), 0)
  // Each of several caches may hold all of it as it was, and writes it again. One that has never held anything does not.
  const others = isCaching(state.evidence) ? (state.evidence.shortReads ?? 0) + behindOthers(heads, state) : 0
  const elsewhere = others * lossOfAll(chain, state, layout)
  const pays = (prices.read * layout.bodyCharacters + (1 - prices.read) * fresh) * rateOf(state)
  return {
    paidEffectiveTokens: (state.paidEffectiveTokens + pays) / branches,
    savedEffectiveTokens: (state.savedEffectiveTokens + prices.read * savedTokens - elsewhere) / branches,
  }
}
