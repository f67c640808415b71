// Turns the scores of the network and of the rules into one score for each part; parts that stand together share theirs.

import { firstMentions } from '../reading/mentions.ts'
import type { Prose } from '../reading/prose.ts'
import { offset } from '../weighing/points.ts'
import { blendScores, weigh } from '../weighing/score.ts'
import { readFeatures } from './features.ts'
import type { Model } from './model.ts'
import type { Network } from './network.ts'

const most = 4095

/** Sets `score` of every part, from 0 to 4,095. */
export const scoreByNetwork =
  (network: Network, { pointsShift, middle, ruleShare }: Model) =>
  (prose: Prose): void => {
    const mentions = firstMentions(prose)
    weigh(prose, mentions)
    const scores = network(readFeatures(prose, mentions))
    const { score } = prose.parts
    for (let at = 0; at < scores.length; at++) {
      const points = middle + ((scores[at] ?? 0) >> pointsShift) + ((((score[at] ?? 0) - offset) * ruleShare) >> 8)
      score[at] = Math.max(0, Math.min(most, points))
    }
    blendScores(prose.parts)
  }
