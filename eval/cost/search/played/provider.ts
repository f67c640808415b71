// The provider of one made-up session: caches for each model that is asked for, at that model's prices.

import type { InputPrices } from '../../../../core/caches/rules.ts'
import type { CachedInput, PromptCache } from '../../provider/caches.ts'
import type { Prompt } from '../../provider/prompt.ts'
import type { SentRequest } from '../client/sent-request.ts'
import type { MadeUpSession } from '../client/session.ts'
import { lifetimes, models } from '../shapes/models.ts'

const priceOf = (input: CachedInput, prices: InputPrices): number =>
  input.uncached + input.read * prices.read + input.written * prices.write + input.writtenLong * prices.writeLong

/** What one of the provider's own tools has answered, in tokens. */
const ownResultTokens = 300

/**
 * What two rounds of one answer used: the sum, with what the provider's own tool has answered between them (anthropic-sdk-typescript issue
 * 907; read 2026-11).
 */
const together = (one: CachedInput, other: CachedInput): CachedInput => ({
  read: one.read + other.read,
  written: one.written + other.written,
  writtenLong: one.writtenLong + other.writtenLong,
  uncached: one.uncached + other.uncached + ownResultTokens,
})

export const providerOf = (session: MadeUpSession) => {
  const caches = new Map<string, PromptCache>()
  return (
    prompt: Prompt,
    { model: name, cache: which, at, rounds }: Pick<SentRequest, 'model' | 'cache' | 'at' | 'rounds'>,
  ): { readonly input: CachedInput; readonly cost: number } => {
    const model = models[name]
    const make: (lifetime: number) => PromptCache = model.caches[session.rule % model.caches.length] ?? model.caches[0]
    const place = `${name} ${which}`
    const cache = caches.get(place) ?? make(lifetimes[session.name.lifetime] || lifetimes['10m'])
    caches.set(place, cache)
    let input = cache(prompt, at)
    for (let round = 1; round < rounds; round += 1) input = together(input, cache(prompt, at))
    return { input, cost: priceOf(input, model.prices) }
  }
}
