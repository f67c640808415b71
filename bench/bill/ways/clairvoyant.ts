// The best that a plan could do that sends everything whole once and knows all pauses and the end: what is pending goes lossy
// for nothing when the cache is cold, and between two cold requests the moves are the exact best by dynamic programming.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { effectiveTokens } from '../../../core/ledger/effective.ts'
import { type InputPrices, pricesOf } from '../../../core/ledger/prices.ts'
import { type Form, formsOf } from '../forms.ts'
import type { CachedInput } from '../provider/caches.ts'
import { bodiesOf, type TextAt } from '../requests.ts'
import { type Passed, providerOf, type Trip, type Way } from '../trip.ts'
import { bestMoves, type Group, type Moves } from './best-moves.ts'

const sizeOf = ({ read, written, writtenLong, uncached }: CachedInput): number =>
  read + written + writtenLong + uncached

/** Of each request: whether the cache still holds what the one before it sent. */
const warmthOf = (whole: readonly Passed[]): boolean[] => {
  const inputs = whole.map(({ input }) => input)
  return inputs.map(({ read }, request) => {
    const before = inputs[request - 1]
    return before !== undefined && read > sizeOf(before) / 2
  })
}

/** What each request brought, in tokens, in its lossless and in its lossy form. */
const groupsOf = (trip: Trip, forms: ReadonlyMap<number, Form>): Group[] => {
  const tokensOf = (message: number, lossy: boolean): number => {
    const step = trip.session.steps[message]
    if (step === undefined || 'system' in step) return 0
    if ('user' in step) return countTokens(step.user)
    if ('turn' in step)
      return countTokens(step.turn.said) + countTokens(JSON.stringify(step.turn.calls.map(({ input }) => input)))
    const form = forms.get(message)
    return form === undefined ? 0 : countTokens(lossy ? form.lossy : form.lossless)
  }
  return trip.session.asked.map((end, request) => {
    const start = trip.session.asked[request - 1] ?? 0
    const messages = Array.from({ length: end - start }, (_, index) => start + index)
    const sum = (lossy: boolean): number => messages.reduce((total, message) => total + tokensOf(message, lossy), 0)
    const blocks = messages.reduce((total, message) => {
      const step = trip.session.steps[message]
      return total + (step !== undefined && 'turn' in step ? 1 + step.turn.calls.length : 1)
    }, 0)
    return { lossless: sum(false), lossy: sum(true), blocks }
  })
}

/** The form of each result in each request, when a group goes lossy from a request on. */
const textsBy =
  (trip: Trip, forms: ReadonlyMap<number, Form>, movedAt: readonly number[]): TextAt =>
  (message, request) => {
    const form = forms.get(message)
    if (form === undefined || form.touchableFrom === Number.POSITIVE_INFINITY) return undefined
    const group = trip.session.asked.findIndex((end) => message < end)
    return request >= (movedAt[group] ?? Number.POSITIVE_INFINITY) ? form.lossy : form.lossless
  }

/** From which request on each group travels lossy. */
const movedFrom = (moves: Moves, warm: readonly boolean[]): number[] =>
  warm.map((_, group) => {
    for (let request = group + 1; request < warm.length; request += 1) {
      const start = moves.get(request)
      if (warm[request] === false || (start !== undefined && start <= group)) return request
    }
    return Number.POSITIVE_INFINITY
  })

const billOf = (passed: readonly Passed[], prices: InputPrices): number =>
  passed.reduce((sum, { input }) => {
    const usage = {
      inputTokens: sizeOf(input),
      cacheReadTokens: input.read,
      cacheWriteTokens: input.written,
      cacheWriteLongTokens: input.writtenLong,
      outputTokens: 0,
    }
    return sum + effectiveTokens(usage, prices)
  }, 0)

const sentBy = (trip: Trip, textAt: TextAt): Passed[] => {
  const provider = providerOf(trip)
  const passed: Passed[] = []
  for (const body of bodiesOf(trip.session, trip.setting, textAt))
    passed.push({ ...provider(body, trip.times[passed.length] ?? 0), added: 0 })
  return passed
}

/** The cheapest of: no warm moves, and the best moves with and without those that begin where the last one ended. */
export const clairvoyant: Way = async function* (trip) {
  const forms = new Map((await formsOf(trip)).map((form) => [form.message, form]))
  const whole = sentBy(trip, () => undefined)
  const prices = pricesOf(trip.setting.dialect === 'messages' ? 'provider-a' : 'provider-b', trip.setting.model)
  const warm = warmthOf(whole)
  const marked = trip.setting.dialect === 'messages'
  const plans = [new Map<number, number>()]
  if (warm.includes(true)) {
    const groups = groupsOf(trip, forms)
    plans.push(bestMoves(groups, warm, prices, marked, false))
    if (marked) plans.push(bestMoves(groups, warm, prices, marked, true))
  }
  let best = sentBy(trip, textsBy(trip, forms, movedFrom(plans[0] ?? new Map(), warm)))
  for (const moves of plans.slice(1)) {
    const sent = sentBy(trip, textsBy(trip, forms, movedFrom(moves, warm)))
    if (billOf(sent, prices) < billOf(best, prices)) best = sent
  }
  yield* best
}
