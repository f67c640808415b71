// The provider of one made-up session: caches for each model that is asked for, at that model's prices.

import type { InputPrices } from '../../../../core/caches/rules.ts'
import { type CachedInput, noCache, type PromptCache } from '../../provider/caches.ts'
import type { Prompt, PromptReader } from '../../provider/prompt.ts'
import { chanceOf } from '../../sessions/chance.ts'
import type { SentRequest } from '../client/sent-request.ts'
import type { MadeUpSession } from '../client/session.ts'
import { lifetimes, models, type SimulatedModel } from '../shapes/models.ts'
import { whole } from '../shapes/speakers.ts'
import { historyKeeper } from './kept-histories.ts'
import { asChat } from './translated.ts'

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

type ProviderAsked = Pick<
  SentRequest,
  'model' | 'answeredBy' | 'kept' | 'cache' | 'apart' | 'moment' | 'price' | 'at' | 'rounds'
>

const isChargedAsLong = (
  { shape }: MadeUpSession,
  { longFrom = Number.POSITIVE_INFINITY }: SimulatedModel,
  { blocks }: Prompt,
): boolean => shape.surroundings.chargesLong === true && blocks.reduce((sum, { tokens }) => sum + tokens, 0) > longFrom

export const providerOf = (session: MadeUpSession, read: PromptReader) => {
  const caches = new Map<string, PromptCache>()
  const withHistory = historyKeeper()
  const { fresh, translates } = session.shape.surroundings
  const unmarked = fresh === undefined ? 0 : whole(chanceOf('fresh', session.name.number), fresh)
  return (
    body: string,
    sent: ProviderAsked,
  ): { readonly input: CachedInput; readonly cost: number; readonly price: number } => {
    const { model: asked, answeredBy: name = asked, cache: which, apart, moment, price, at, rounds } = sent
    const spoken = withHistory(body, sent)
    const prompt = read(translates === true ? asChat(spoken) : spoken)
    const model: SimulatedModel = models[name]
    const make = model.caches[session.rule % model.caches.length] ?? noCache
    const place = `${name} ${which} ${apart}`
    const cache = caches.get(place) ?? make(lifetimes[session.name.lifetime] || lifetimes['10m'])
    caches.set(place, cache)
    let input = cache(prompt, at, moment)
    input = { ...input, uncached: input.uncached + unmarked }
    for (let round = 1; round < rounds; round += 1) input = together(input, cache(prompt, at))
    const charged = price * (isChargedAsLong(session, model, prompt) ? 2 : 1)
    return { input, cost: charged * priceOf(input, model.prices), price: charged }
  }
}
