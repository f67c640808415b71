// A provider of the messages dialect that caches every prompt whole, for five minutes after its last use. A token is a
// character of text. Answers nothing: it says what a body uses and costs.

import { messagesUsage } from './answers/messages.ts'
import { promptCache } from './prompt-cache.ts'

const lifetimeMs = 5 * 60_000
const readPrice = 0.1
const writePrice = 1.25

export type CacheUsage = ReturnType<typeof messagesUsage>

export interface CachingProvider {
  /** What this body used, at this time. */
  usage(body: string, now: number): CacheUsage
  /** What all bodies together cost, in effective tokens. */
  paid(): number
}

const charactersOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, item: unknown) => sum + charactersOf(item), 0)
}

export const cachingProvider = (): CachingProvider => {
  const cached = promptCache({ tokensOf: charactersOf, holds: 'whole-prompts', lifetimeMs })
  let paid = 0
  return {
    usage(body, now) {
      const { messages } = JSON.parse(body) as { messages: readonly unknown[] }
      const tokens = cached(messages, now)
      paid += tokens.read * readPrice + tokens.written * writePrice
      return messagesUsage(tokens, 1)
    },
    paid: () => paid,
  }
}
