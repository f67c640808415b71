// Lines that had gone because later text has them come back in a branch from before that text, and where the client takes it out; and so does a read
// of a file that a later call has superseded. What stands between the two was then cached behind the shorter form alone, and is written again. Pure.

import { onceAsked } from '../../collections/once.ts'
import type { Chain } from '../chain.ts'
import { isRepeated, unasked } from '../record/state.ts'
import type { Recorded } from './balance-now.ts'
import { tokensBehindOf } from './candidates.ts'

type Sent = Pick<Recorded, 'states' | 'isSuperseded' | 'layout'>

/**
 * Tokens between the end that is read before a segment and the last text for whose sake anything has gone. Nobody notes which call has superseded
 * a read: a branch from before that call has all turns but the newest at most.
 */
const tokensComingBack = (
  { ends }: Pick<Chain, 'ends'>,
  { states, isSuperseded, layout: layoutOfAll }: Sent,
  tokensPerCharacter: number,
): ((index: number) => number) => {
  const layout = layoutOfAll()
  const tokensBehind = tokensBehindOf(states, layout, tokensPerCharacter)
  const holder = states.findLastIndex(({ holds }) => holds === true)
  const behind = holder < 0 ? 0 : tokensBehind(holder, layout.segments[holder]?.charactersBehind ?? 0)
  const [, last] = ends
  const behindLast = last === undefined ? 0 : tokensBehind(last.segments, layout.charactersBehind(last))
  return (index) => {
    const { turn = 0 } = layout.segments[index] ?? {}
    const before = ends.find((end) => end.turn < turn)
    const all =
      before === undefined
        ? tokensBehind(0, layout.bodyCharacters)
        : tokensBehind(before.segments, layout.charactersBehind(before))
    return Math.max(0, all - (isSuperseded(index) ? behindLast : behind))
  }
}

/** What each token costs more that comes back, and what may be lost, in effective tokens. */
interface Cover {
  readonly price: number
  readonly room: () => number
}

/** Which texts stay although they could go for the sake of later ones: where a conversation goes on from more than one place, those whose coming back nothing covers. */
export const tooDearToComeBack = (
  chain: Pick<Chain, 'branched' | 'ends'>,
  sent: Sent,
  tokensPerCharacter: number,
  { price, room }: Cover,
): ((index: number) => boolean) => {
  if (!chain.branched) return () => false
  const comingBack = onceAsked(() => tokensComingBack(chain, sent, tokensPerCharacter))
  const covered = onceAsked(room)
  return (index) => {
    const { decision, representation } = sent.states[index] ?? unasked
    // Of what cannot go nobody asks whether it is superseded: to tell, all calls have to be judged.
    if (decision.kind !== 'shorter' || representation === 'lossy') return false
    return (isRepeated(decision) || sent.isSuperseded(index)) && price * comingBack()(index) > covered()
  }
}
