// What becomes of the upstream's cache around a request: it has forgotten the end of what it holds, or shows late what it takes in.

import type { CacheMoment } from '../../provider/caches.ts'
import { chanceOf } from '../../sessions/chance.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import { whole, within } from '../shapes/speakers.ts'

/** Blocks of which a cache keeps the first ones when it has to make room. */
const blocksKept = [1, 100] as const

/** By the time of a request, in milliseconds. */
export const momentsOf = (
  { surroundings: { seenLate, losesEnds = 0 } }: Shape,
  { number }: SessionName,
): ((at: number) => { readonly moment?: CacheMoment }) => {
  const chance = chanceOf('moments', number)
  return (at) => {
    if (seenLate === undefined && losesEnds === 0) return {}
    const forgets = chance() < losesEnds
    return {
      moment: {
        ...(seenLate === undefined ? {} : { seenFrom: at + within(chance, seenLate) }),
        ...(forgets ? { keepsBlocks: whole(chance, blocksKept) } : {}),
      },
    }
  }
}
