// What both paths of the network are: rows of features in, one whole number for each part out.

import type { Model } from './model.ts'
import { plainNetwork } from './plain-network.ts'
import { wasmNetwork } from './wasm-network.ts'

/** Scores of `features.length / featureCount` parts. The same on every path and every machine. */
export type Network = (features: Uint16Array) => Int32Array

/** WebAssembly where it is to be had, plain TypeScript elsewhere; they agree to the bit. */
export const networkOf = (model: Model): Network => wasmNetwork(model) ?? plainNetwork(model)
