// Whether a conversation goes on from more than one place. Most never do, and to reckon with it costs them: so only where it has shown, a move
// counts on branches from behind answers, on branches from before a text for whose sake lines have gone, and on several at once. Pure.

import type { KnownChain } from '../chain.ts'
import type { Heads } from '../identity/identity.ts'

/** Of a conversation that nobody remembers: who comes with a history has it from somewhere, and others may go on from there. */
export const comesWithHistory = ({ earlier }: Pick<Heads, 'earlier'>): boolean => earlier.length > 0

/**
 * Whether there was another branch at any time: the record in the place of the turn before, or that which is found in its stead, is of another history, a
 * sibling's or from before the client has changed it; or others were in use while this branch rested.
 */
export const hasBranched = (inPlace: KnownChain, known: KnownChain): boolean =>
  [inPlace, known].some(({ state, changed }) => state.branched === true || changed) || known.inUse
