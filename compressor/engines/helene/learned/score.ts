// Turns what the network says of each part into a score, and lets parts that stand together share theirs.

import type { Prose } from '../prose.ts'
import { blendScores } from '../score.ts'
import { readFeatures } from './features.ts'
import type { Model } from './model.ts'
import type { Network } from './network.ts'

const most = 4095

/** Sets `score` of every part, from 0 to 4,095. */
export const scoreByNetwork =
  (network: Network, { pointsShift, middle }: Model) =>
  (prose: Prose): void => {
    const scores = network(readFeatures(prose))
    for (let at = 0; at < scores.length; at++) {
      const part = prose.parts[at]
      if (part !== undefined) part.score = Math.max(0, Math.min(most, middle + ((scores[at] ?? 0) >> pointsShift)))
    }
    blendScores(prose.parts)
  }
