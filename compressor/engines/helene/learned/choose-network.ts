// Chooses the path of the network that this machine can run.

import type { Model } from './model.ts'
import type { Network } from './network.ts'
import { plainNetwork } from './plain-network.ts'
import { wasmNetwork } from './wasm-network.ts'

/** WebAssembly if it is available, otherwise plain TypeScript; they agree to the bit. */
export const networkOf = (model: Model): Network => wasmNetwork(model) ?? plainNetwork(model)
