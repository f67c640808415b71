// The versions of helene-1: one way to compress, and what weighs the words in each.

import { heleneEngine } from './compress.ts'
import { artefact } from './learned/artefact.ts'
import { readModel } from './learned/model.ts'
import { type Network, networkOf } from './learned/network.ts'
import { scoreByNetwork } from './learned/score.ts'
import { score } from './score.ts'
import { thresholds } from './thresholds.ts'

/** By rules and hand-made lists. */
export const helene = heleneEngine('helene-1.0.0', { score, dispensable: thresholds.dispensableScore })

/** A version is its weights. */
export const model = readModel(artefact, '85c250da9260587863005753d873eea036da8867cfa7e5406ef8c41b29b08661')

/** The learned engine on one path of its network. */
export const learnedEngine = (network: Network) =>
  heleneEngine('helene-1.1.0', { score: scoreByNetwork(network, model.pointsShift), dispensable: model.dispensable })

/** By what questions about other texts turned out to need. */
export const learned = learnedEngine(networkOf(model))
