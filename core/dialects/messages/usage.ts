// Usage of the messages dialect: `message_start` begins it, every `message_delta` overrides what it names (its counts are
// cumulative). Cached tokens are not part of `input_tokens` there. A call is a block, with its type where it begins.

import { objectOf } from '../../json/object.ts'
import type { Usage } from '../../ledger/usage.ts'
import type { UsageFold } from '../dialect.ts'
import { countAt, listAt, objectAt } from '../usage/numbers.ts'
import { serverCalls } from './server-results.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Whether an answer says of itself that the provider has run tools of its own for it: its usage then sums up what each round has read
 * (anthropic-sdk-typescript issue 907, read 2026-11).
 */
const hasRunTools = (answer: Members, usage: Members): boolean =>
  Object.values(objectAt(usage, 'server_tool_use')).some((count) => typeof count === 'number' && count > 0) ||
  (Array.isArray(answer.content) && answer.content.some((block) => serverCalls.has(block?.type)))

/**
 * Whether a usage says that models were asked several times for it, or that another one has answered in place of the one that was asked, whose
 * cache it tells nothing of (`iterations`, by the SDK's types; 2026-11).
 */
const isOfSeveralRounds = (usage: Members): boolean => {
  const rounds = listAt(usage, 'iterations')?.map((round) => objectOf(round).type) ?? []
  return rounds.includes('fallback_message') || rounds.filter((type) => type === 'message').length > 1
}

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

/** The blocks of an answer, or that which begins in an event; `undefined`: it has none. */
const blocksIn = (object: Members): readonly unknown[] | undefined => {
  if (object.type === 'content_block_start') return [object.content_block]
  return listAt(object.type === 'message_start' ? objectAt(object, 'message') : object, 'content')
}

const isCall = (block: unknown): boolean => objectOf(block).type === 'tool_use'

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
  let calls: number | undefined
  const input = (): number => uncached + (read ?? 0) + (written ?? nothing).all

  return {
    // The end of `"tool_use"`: with all of it the search takes several times as long.
    marker: /"usage"|"message_stop"|l_use"/,
    last: ['message_stop'],
    add(object) {
      const blocks = blocksIn(object)
      if (blocks !== undefined) calls = (calls ?? 0) + blocks.filter(isCall).length
      const usage =
        object.type === 'message_start' ? objectAt(objectAt(object, 'message'), 'usage') : objectAt(object, 'usage')
      if (countAt(usage, 'input_tokens') === undefined && countAt(usage, 'output_tokens') === undefined) return
      reported = true
      uncached = countAt(usage, 'input_tokens') ?? uncached
      read = countAt(usage, 'cache_read_input_tokens') ?? read
      output = countAt(usage, 'output_tokens') ?? output
      written = writtenAfter(written, usage)
      summed ||= hasRunTools(object, usage) || isOfSeveralRounds(usage)
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
    calls: () => calls,
  }
}
