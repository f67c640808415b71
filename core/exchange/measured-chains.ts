// Whether conversations are known, and whether anybody could be asked. Changes nothing of what is found.

import type { RememberedChains } from '../chain/record/remembered-chains.ts'
import type { Measure } from '../metrics/measure.ts'

/** A copy that is served because the store could not be asked is found, and the store unavailable. */
export const measuredChains = (chains: RememberedChains, measure: Measure): RememberedChains => ({
  ...chains,
  async find(heads, now) {
    try {
      const found = await chains.find(heads, now)
      measure({
        ChainHits: found === undefined ? 0 : 1,
        ChainUnavailable: found?.unsure === true ? 1 : 0,
      })
      return found
    } catch (error) {
      measure({ ChainHits: 0, ChainUnavailable: 1 })
      throw error
    }
  },
})
