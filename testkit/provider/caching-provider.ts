// A provider of the messages dialect that caches every prompt whole, for five minutes after its last use, and finds the
// longest that a new one begins with. A token is a character of text.

import { createHash } from 'node:crypto'

const lifetime = 5 * 60_000
const read = 0.1
const write = 1.25

export interface CacheUsage {
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly input_tokens: number
  readonly output_tokens: number
}

export interface CachingProvider {
  /** What this body used, at this time. */
  usage(body: string, now: number): CacheUsage
  /** What all bodies together cost, in effective tokens. */
  paid(): number
}

const tokensOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, item: unknown) => sum + tokensOf(item), 0)
}

/** The marker moves on with every request, and is not part of the prompt. */
const withoutMarkers = (name: string, value: unknown): unknown => (name === 'cache_control' ? undefined : value)

export const cachingProvider = (): CachingProvider => {
  const lastUsed = new Map<string, number>()
  let paid = 0
  return {
    usage(body, now) {
      const { messages } = JSON.parse(body) as { messages: readonly unknown[] }
      const digest = createHash('sha256')
      let total = 0
      let cached: { prefix: string; tokens: number } | undefined
      let whole = ''
      for (const message of messages) {
        const spelled = JSON.stringify(message, withoutMarkers)
        digest.update(spelled)
        total += tokensOf(JSON.parse(spelled))
        whole = digest.copy().digest('hex')
        const used = lastUsed.get(whole)
        if (used !== undefined && now - used <= lifetime) cached = { prefix: whole, tokens: total }
      }
      if (cached !== undefined) lastUsed.set(cached.prefix, now)
      lastUsed.set(whole, now)
      const tokensRead = cached?.tokens ?? 0
      paid += tokensRead * read + (total - tokensRead) * write
      return {
        cache_read_input_tokens: tokensRead,
        cache_creation_input_tokens: total - tokensRead,
        input_tokens: 0,
        output_tokens: 1,
      }
    },
    paid: () => paid,
  }
}
