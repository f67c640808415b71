// The provider of one made-up session: caches for each model that is asked for, at that model's prices.

import type { InputPrices } from '../../../core/caches/rules.ts'
import type { CachedInput, PromptCache } from '../provider/caches.ts'
import type { Prompt } from '../provider/prompt.ts'
import { lifetimes, models } from './models.ts'
import type { MadeUpSession } from './session.ts'
import type { SentRequest } from './waves.ts'

const priceOf = (input: CachedInput, prices: InputPrices): number =>
  input.uncached + input.read * prices.read + input.written * prices.write + input.writtenLong * prices.writeLong

export const providerOf = (session: MadeUpSession) => {
  const caches = new Map<string, PromptCache>()
  return (
    prompt: Prompt,
    { model: name, cache: which, at }: Pick<SentRequest, 'model' | 'cache' | 'at'>,
  ): { readonly input: CachedInput; readonly cost: number } => {
    const model = models[name]
    const make: (lifetime: number) => PromptCache = model.caches[session.rule % model.caches.length] ?? model.caches[0]
    const place = `${name} ${which}`
    const cache = caches.get(place) ?? make(lifetimes[session.name.lifetime] || lifetimes['10m'])
    caches.set(place, cache)
    const input = cache(prompt, at)
    return { input, cost: priceOf(input, model.prices) }
  }
}
