// Turns what the network says of each part, and the rules, into a score; parts that stand together share theirs.

import { firstMentions } from '../mentions.ts'
import { offset } from '../points.ts'
import type { Part, Prose } from '../prose.ts'
import { blendScores, weigh } from '../score.ts'
import { readFeatures } from './features.ts'
import type { Model } from './model.ts'
import type { Network } from './network.ts'

const most = 4095

/** Little words stand or go with what is beside them: each takes over a share, in 256ths, of the points of its neighbours. */
const lean = (points: Int32Array, parts: readonly Part[], share: number): Int32Array =>
  points.map((own, at) => {
    const part = parts[at]
    const before = points[at - 1]
    const after = points[at + 1]
    if (part === undefined || part.content || part.group >= 0 || !part.primary) return own
    if (before === undefined || after === undefined) return own
    return own + (((before + after - 2 * own) * share) >> 9)
  })

/** Sets `score` of every part, from 0 to 4,095. */
export const scoreByNetwork =
  (network: Network, { knowsWords, pointsShift, middle, ruleShare, leaning }: Model) =>
  (prose: Prose): void => {
    const { parts } = prose
    const mentions = firstMentions(parts)
    weigh(prose, mentions)
    const points = network(readFeatures(prose, mentions, knowsWords))
    for (let at = 0; at < points.length; at++) {
      const rules = (((parts[at]?.score ?? offset) - offset) * ruleShare) >> 8
      points[at] = middle + ((points[at] ?? 0) >> pointsShift) + rules
    }
    const leant = leaning > 0 ? lean(points, parts, leaning) : points
    for (let at = 0; at < leant.length; at++) {
      const part = parts[at]
      if (part !== undefined) part.score = Math.max(0, Math.min(most, leant[at] ?? 0))
    }
    blendScores(parts)
  }
