// The provider of one made-up session: caches for each model that is asked for, at that model's prices.

import type { InputPrices } from '../../../../core/caches/rules.ts'
import { type CachedInput, noCache, type PromptCache } from '../../provider/caches.ts'
import type { Prompt, PromptReader } from '../../provider/prompt.ts'
import type { SentRequest } from '../client/sent-request.ts'
import type { MadeUpSession } from '../client/session.ts'
import { lifetimes, models, type SimulatedModel } from '../shapes/models.ts'

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

/** Puts what the provider keeps before what is new. */
const historyKeeper = () => {
  const histories = new Map<string, readonly object[]>()
  return (body: string, { kept }: Pick<SentRequest, 'kept'>): string => {
    if (kept === undefined) return body
    const { previous_response_id: previous, input, ...rest } = JSON.parse(body)
    const before = previous === undefined ? [] : histories.get(previous)
    if (before === undefined) throw new Error('The provider was asked to go on from an answer that it never gave.')
    const whole = [...before, ...(previous === undefined ? [] : kept.answered), ...input]
    histories.set(kept.as, whole)
    return JSON.stringify({ ...rest, input: whole })
  }
}

export const providerOf = (session: MadeUpSession, read: PromptReader) => {
  const caches = new Map<string, PromptCache>()
  const withHistory = historyKeeper()
  return (
    body: string,
    sent: ProviderAsked,
  ): { readonly input: CachedInput; readonly cost: number; readonly price: number } => {
    const { model: asked, answeredBy: name = asked, cache: which, apart, moment, price, at, rounds } = sent
    const prompt = read(withHistory(body, sent))
    const model: SimulatedModel = models[name]
    const make = model.caches[session.rule % model.caches.length] ?? noCache
    const place = `${name} ${which} ${apart}`
    const cache = caches.get(place) ?? make(lifetimes[session.name.lifetime] || lifetimes['10m'])
    caches.set(place, cache)
    let input = cache(prompt, at, moment)
    for (let round = 1; round < rounds; round += 1) input = together(input, cache(prompt, at))
    const charged = price * (isChargedAsLong(session, model, prompt) ? 2 : 1)
    return { input, cost: charged * priceOf(input, model.prices), price: charged }
  }
}
