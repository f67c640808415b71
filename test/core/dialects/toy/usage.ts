// Usage of the toy dialect: `usageMetadata` of the last object that has one. Cached tokens are part of the prompt's.

import type { UsageFold } from '../../../../core/dialects/dialect.ts'
import { countAt, objectAt } from '../../../../core/dialects/usage/numbers.ts'
import type { Usage } from '../../../../core/ledger/usage.ts'

/** See `Dialect.usage`. */
export const toyUsage = (): UsageFold => {
  let last: Usage | undefined
  return {
    marker: /"usageMetadata"/,
    last: [],
    add(object) {
      const usage = objectAt(object, 'usageMetadata')
      const inputTokens = countAt(usage, 'promptTokenCount')
      if (inputTokens === undefined) return
      last = {
        inputTokens,
        cacheReadTokens: Math.min(inputTokens, countAt(usage, 'cachedContentTokenCount') ?? 0),
        cacheWriteTokens: 0,
        cacheWriteLongTokens: 0,
        outputTokens: countAt(usage, 'candidatesTokenCount') ?? 0,
      }
    },
    result: () => last,
  }
}
