// From where on a change costs nothing, because the provider has to take that in in any case. Pure.

import { type Chain, isBehind, type KnownChain } from '../chain.ts'
import { blocksSurelyUnread, type CachedEnd, uncertainEnd } from '../held/cached-ends.ts'
import { isLostWithFrame, isNeverCached, seemsUncached, wasGoneAfter } from '../held/evidence.ts'
import { haveSameTexts, haveSameTools, textsOf } from '../identity/frame.ts'
import { type ChainState, rateOf } from '../record/state.ts'
import { balanceWith, charactersOfAll, lossOfAll, type Recorded, rewritePriceOf } from './balance-now.ts'
import { roomOf } from './warm-move.ts'

/**
 * What the last turn sent is not known when the record is an older one's: it may be cached all the same. A turn after a change of history has
 * found the same record, and done the same.
 */
const withGap = (cached: readonly CachedEnd[], chain: Chain, known: KnownChain): readonly CachedEnd[] => {
  const { heads, now } = chain
  const last = heads.earlier[0]
  if (last === undefined || known.changed || !isBehind(chain, known)) return cached
  return [...cached, uncertainEnd(last.turn, now + 1)]
}

/** So many texts that nobody has come back to are always new ones. */
const alwaysNew = 2

/**
 * Whether the texts around the conversation are new, as they always are: to those before them nobody comes back. Who may come back finds there what was
 * cached, as it was sent then.
 */
const areTextsNew = ({ heads }: Chain, { frame, textsBefore = [], textsComeBack }: ChainState): boolean =>
  textsComeBack !== true &&
  textsBefore.length >= alwaysNew &&
  !haveSameTexts(heads.frame, frame) &&
  !textsBefore.includes(textsOf(heads.frame))

/** Where nothing is read although it should be: from where on a mistake is covered, should the provider hold it after all. */
const coveredFrom = (chain: Chain, known: KnownChain, recorded: Recorded): number => {
  const layout = recorded.layout()
  const { segments, charactersBehind } = layout
  const [, last] = chain.ends
  const fresh = last === undefined ? 0 : charactersBehind(last)
  const price = rewritePriceOf(chain) * rateOf(known.state)
  const room = roomOf(balanceWith(chain, known, recorded))
  if (chain.asked.surelyEnds !== 'anywhere')
    return price * (charactersOfAll(chain, known.state, layout) - fresh) <= room ? 0 : segments.length
  let from = segments.length
  while (from > 0 && price * ((segments[from - 1]?.charactersBehind ?? 0) - fresh) <= room) from -= 1
  return from
}

/**
 * What nobody can read: everything, where the provider has forgotten it or caches nothing; and where it only seems so, by the pause, by what stands
 * around the conversation or by what was not read, as much as covers a mistake.
 */
export const freeFromOf = (chain: Chain, known: KnownChain, recorded: Recorded): number => {
  const { messages } = recorded
  const { heads, blocks, ends, asked, now } = chain
  const { state, restMs, cold, unsure } = known
  if (unsure || known.inUse) return messages.length
  if (known.forgotten || cold || isNeverCached(state.evidence)) return 0
  const lost = (): number => lossOfAll(chain, state, recorded.layout())
  // Who used the record since may have been behind these texts.
  const isLastUse = now - known.pauseMs <= state.sentAt
  if (isLastUse && isLostWithFrame(state.evidence) && areTextsNew(chain, state)) {
    // Tools that go come back more often than a system text.
    const room = (): number => roomOf(balanceWith(chain, known, recorded))
    if (haveSameTools(heads.frame, state.frame) || lost() <= room()) return 0
  }
  if (wasGoneAfter(state.evidence, restMs) && lost() <= state.savedEffectiveTokens) return 0
  const unread = blocksSurelyUnread(withGap(state.cachedEnds, chain, known), ends, asked, now)
  let free = messages.length
  while (free > 0) {
    const message = blocks[messages[free - 1] ?? -1]
    if (message === undefined || message.blocksBehind + message.blocks > unread) break
    free -= 1
  }
  return seemsUncached(state.evidence) ? Math.min(free, coveredFrom(chain, known, recorded)) : free
}
