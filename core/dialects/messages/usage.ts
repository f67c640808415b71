// Usage of the messages dialect: `message_start` begins it, every `message_delta` overrides what it names (its counts are
// cumulative). Cached tokens are not part of `input_tokens` there.

import type { Usage } from '../../ledger/usage.ts'
import type { UsageFold } from '../dialect.ts'
import { countAt, objectAt } from '../numbers.ts'

/** See `Dialect.usage`. */
export const messagesUsage = (): UsageFold => {
  let reported = false
  let uncached = 0
  let read: number | undefined
  let written = 0
  let writtenLong = 0
  let output = 0

  return {
    marker: /"usage"|"message_stop"/,
    last: ['message_stop'],
    add(object) {
      const usage =
        object.type === 'message_start' ? objectAt(objectAt(object, 'message'), 'usage') : objectAt(object, 'usage')
      if (countAt(usage, 'input_tokens') === undefined && countAt(usage, 'output_tokens') === undefined) return
      reported = true
      uncached = countAt(usage, 'input_tokens') ?? uncached
      read = countAt(usage, 'cache_read_input_tokens') ?? read
      output = countAt(usage, 'output_tokens') ?? output
      const total = countAt(usage, 'cache_creation_input_tokens')
      if (total === undefined) return
      writtenLong = countAt(objectAt(usage, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0
      written = Math.max(0, total - writtenLong)
    },
    result: (): Usage | undefined =>
      reported
        ? {
            inputTokens: uncached + (read ?? 0) + written + writtenLong,
            cacheReadTokens: read ?? 0,
            cacheWriteTokens: written,
            cacheWriteLongTokens: writtenLong,
            outputTokens: output,
            ...(read === undefined ? { cacheUntold: true } : {}),
          }
        : undefined,
  }
}
