// The provider of one made-up session: a cache for each model that is asked for, at that model's prices.

import type { InputPrices } from '../../../core/caches/rules.ts'
import type { CachedInput, PromptCache } from '../provider/caches.ts'
import type { Prompt } from '../provider/prompt.ts'
import { lifetimes, type ModelName, models } from './models.ts'
import type { MadeUpSession } from './session.ts'

const priceOf = (input: CachedInput, prices: InputPrices): number =>
  input.uncached + input.read * prices.read + input.written * prices.write + input.writtenLong * prices.writeLong

export const providerOf = (session: MadeUpSession) => {
  const caches = new Map<ModelName, PromptCache>()
  return (prompt: Prompt, name: ModelName, at: number): { readonly input: CachedInput; readonly cost: number } => {
    const model = models[name]
    const make: (lifetime: number) => PromptCache = model.caches[session.rule % model.caches.length] ?? model.caches[0]
    const cache = caches.get(name) ?? make(lifetimes[session.name.lifetime] || lifetimes['10m'])
    caches.set(name, cache)
    const input = cache(prompt, at)
    return { input, cost: priceOf(input, model.prices) }
  }
}
