// Which mode suits, judged by what was played.

import type { CompactionMode } from '../../../core/access/policy.ts'
import { savedShare, type Tally } from '../played/tally.ts'

export interface Advice {
  readonly mode: CompactionMode
  /** Lines. */
  readonly because: readonly string[]
}

/** Below this, the saving is not worth a service between client and provider. */
const leastShare = 0.01
/** `arrival` shortens before the model has read a text once: it has to save this much more. */
const arrivalMargin = 0.03

export const adviceOf = (tally: Pick<Tally, 'amounts'>): Advice => {
  const [repeated, arrival] = [savedShare(tally, 'repeated'), savedShare(tally, 'arrival')]
  if (Math.max(repeated, arrival) < leastShare)
    return { mode: 'observe', because: ['No mode would save 1 % of your input bill. Observe before you decide.'] }
  if (arrival > repeated + arrivalMargin)
    return {
      mode: 'arrival',
      because: [
        'It saves at least 3 points more than "repeated".',
        'It shortens texts before the model has read them once.',
      ],
    }
  return { mode: 'repeated', because: ['The model reads every text whole once; it is shortened when that pays.'] }
}
