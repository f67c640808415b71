// Usage where cached tokens are part of the input count, those read from the cache and those written to it: two dialects, which
// differ in names only.

import type { Usage } from '../../ledger/usage.ts'
import { countAt, objectAt } from './numbers.ts'

interface Names {
  readonly input: string
  readonly output: string
  readonly details: string
}

/** The usage object under these names, or `undefined` when it holds no counts. */
export const usageFrom = (usage: Readonly<Record<string, unknown>>, names: Names): Usage | undefined => {
  const inputTokens = countAt(usage, names.input)
  const outputTokens = countAt(usage, names.output)
  if (inputTokens === undefined && outputTokens === undefined) return undefined
  const cachedTokens = countAt(objectAt(usage, names.details), 'cached_tokens')
  return {
    inputTokens: inputTokens ?? 0,
    cacheReadTokens: Math.min(inputTokens ?? 0, cachedTokens ?? 0),
    cacheWriteTokens: Math.min(inputTokens ?? 0, countAt(objectAt(usage, names.details), 'cache_write_tokens') ?? 0),
    cacheWriteLongTokens: 0,
    outputTokens: outputTokens ?? 0,
    ...(cachedTokens === undefined ? { cacheUntold: true } : {}),
  }
}
