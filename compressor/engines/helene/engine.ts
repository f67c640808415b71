// The versions of helene-1: all compress alike; each weighs words in its own way.

import { heleneEngine } from './compress.ts'
import { artefact } from './learned/artefact.ts'
import { readModel } from './learned/model.ts'
import type { Network } from './learned/network.ts'
import { plainNetwork } from './learned/plain-network.ts'
import { scoreByNetwork } from './learned/score.ts'
import { wasmNetwork } from './learned/wasm-network.ts'
import { score } from './weighing/score.ts'
import { thresholds } from './weighing/thresholds.ts'

/** By rules and word lists: kept for conversations that began with it, and the baseline of every later version. */
export const ruleBasedHelene = heleneEngine('helene-1.0.0', {
  score,
  dispensable: thresholds.dispensableScore,
  exceptions: 'all-but',
  languages: 'listed',
})

/** The weights of the current version. */
export const heleneModel = readModel(artefact, '9d2b63d1f960a3e74e93fcf4aa6ad4ba128872a6677ff64f9356f641c815c035')

const judgeOn = (network: Network) => ({
  score: scoreByNetwork(network, heleneModel),
  dispensable: heleneModel.dispensable,
})

/** The current version on one path of its network; every path gives the same scores. */
export const heleneOn = (network: Network) =>
  heleneEngine('helene-1.1.2', { ...judgeOn(network), exceptions: 'every-but', languages: 'all' })

/** On the path that this machine can run. */
const network = wasmNetwork(heleneModel) ?? plainNetwork(heleneModel)

/** It learned from what questions about other texts need. */
export const learnedHelene = heleneEngine('helene-1.1.0', {
  ...judgeOn(network),
  exceptions: 'all-but',
  languages: 'listed',
})

/** Of "everything but", as of "all but", the "but" stays. */
export const heleneByExceptions = heleneEngine('helene-1.1.1', {
  ...judgeOn(network),
  exceptions: 'every-but',
  languages: 'listed',
})

/** The current version: what stands in other languages within an English text stays. */
export const helene = heleneOn(network)
