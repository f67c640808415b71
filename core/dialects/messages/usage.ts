// Usage of the messages dialect: `message_start` begins it, every `message_delta` overrides what it names (its counts are
// cumulative). Cached tokens are not part of `input_tokens` there.

import type { Usage } from '../../ledger/usage.ts'
import type { UsageFold } from '../dialect.ts'
import { countAt, objectAt } from '../numbers.ts'
import { serverCalls } from './server-results.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Whether an answer says of itself that the provider has run tools of its own for it: its usage then sums up what each round has read
 * (anthropic-sdk-typescript issue 907, read 2026-11).
 */
const hasRunTools = (answer: Members, usage: Members): boolean =>
  Object.values(objectAt(usage, 'server_tool_use')).some((count) => typeof count === 'number' && count > 0) ||
  (Array.isArray(answer.content) && answer.content.some((block) => serverCalls.has(block?.type)))

/** Tokens that were written to the cache, and those of them for the longer lifetime. */
interface Written {
  readonly all: number
  readonly long: number
}

const nothing: Written = { all: 0, long: 0 }

/** What an answer or an event says of that. Only the beginning of a stream says for how long: what is counted behind it is shared out alike. */
const writtenAfter = (before: Written | undefined, usage: Members): Written | undefined => {
  const all = countAt(usage, 'cache_creation_input_tokens')
  if (all === undefined) return before
  const told = countAt(objectAt(usage, 'cache_creation'), 'ephemeral_1h_input_tokens')
  const known = before ?? nothing
  const long = told ?? Math.round((all * known.long) / Math.max(1, known.all))
  return { all: Math.max(all, long), long }
}

/** By so much more than a stream begins with it ends with, if its prompt was read twice. */
const severalRounds = 1.5

/** See `Dialect.usage`. */
export const messagesUsage = (): UsageFold => {
  let reported = false
  let uncached = 0
  let read: number | undefined
  let written: Written | undefined
  let output = 0
  let begun: number | undefined
  let summed = false
  const input = (): number => uncached + (read ?? 0) + (written ?? nothing).all

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
      written = writtenAfter(written, usage)
      summed ||= hasRunTools(object, usage)
      if (object.type === 'message_start') begun = input()
    },
    result: (): Usage | undefined =>
      reported
        ? {
            inputTokens: input(),
            cacheReadTokens: read ?? 0,
            cacheWriteTokens: (written ?? nothing).all - (written ?? nothing).long,
            cacheWriteLongTokens: (written ?? nothing).long,
            outputTokens: output,
            ...(read === undefined ? { cacheUntold: true } : {}),
            ...(written === undefined ? { writesUntold: true } : {}),
            ...(summed || (begun !== undefined && begun > 0 && input() >= severalRounds * begun)
              ? { summed: true }
              : {}),
          }
        : undefined,
  }
}
