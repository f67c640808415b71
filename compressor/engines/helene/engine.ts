// The versions of helene-1: one way to compress, and what weighs the words in each.

import { heleneEngine } from './compress.ts'
import { artefact } from './learned/artefact.ts'
import { artefact as artefactBefore } from './learned/artefact-1-1-0.ts'
import { type Model, readModel } from './learned/model.ts'
import { type Network, networkOf } from './learned/network.ts'
import { scoreByNetwork } from './learned/score.ts'
import { score } from './score.ts'
import { thresholds } from './thresholds.ts'

/** By rules and hand-made lists: what a conversation that began with it keeps, and what every later version is measured against. */
export const ruleBasedHelene = heleneEngine('helene-1.0.0', { score, dispensable: thresholds.dispensableScore })

const learned = (version: string, model: Model, network: Network) =>
  heleneEngine(version, { score: scoreByNetwork(network, model), dispensable: model.dispensable })

const modelBefore = readModel(artefactBefore, '9d2b63d1f960a3e74e93fcf4aa6ad4ba128872a6677ff64f9356f641c815c035')

/** The first that learned, when a word was known by its spelling alone. */
export const heleneBySpelling = learned('helene-1.1.0', modelBefore, networkOf(modelBefore))

/** The weights that the current version is known by. */
export const heleneModel = readModel(artefact, 'a1f4107f85146a695e09d936df2f02d09571a621a5f2b4d00003c77b2460194b')

/** The current version on one path of its network; all of them say the same. */
export const heleneOn = (network: Network) => learned('helene-1.2.0', heleneModel, network)

/** The current version: by what questions about other texts turned out to need, and by what words mean. */
export const helene = heleneOn(networkOf(heleneModel))
