// The best that a plan could do that sends everything whole once and knows all pauses and the end: what is pending goes lossy
// for nothing when the cache is cold, and between two cold requests the moves are the exact best by dynamic programming.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { effectiveOf } from '../bill.ts'
import { type Form, formsOf } from '../forms.ts'
import { bodiesOf, pricesOfSetting, type TextAt } from '../requests.ts'
import { type Passed, providerOf, type Trip, type Way } from '../trip.ts'
import { bestMoves, type Group, type Moves } from './best-moves.ts'

/** Of each request: whether the cache still holds what the one before it sent. */
const warmthOf = ({ times, lifetime }: Trip): boolean[] =>
  times.map((time, request) => request > 0 && time - (times[request - 1] ?? 0) < lifetime)

/** A result that an agent may quote travels whole until that is over; any other one travels lossless from the start. */
const isQuotable = (trip: Trip, { message, touchableFrom }: Form): boolean =>
  touchableFrom > trip.session.asked.findIndex((end) => message < end)

/**
 * What each request brought, in tokens, in its lossless and in its lossy form. Results that may be touched only later count
 * as not to be touched, unless `later` says so.
 */
const groupsOf = (trip: Trip, forms: ReadonlyMap<number, Form>, later: boolean): Group[] => {
  const tokensOf = (message: number, lossy: boolean): number => {
    const step = trip.session.steps[message]
    if (step === undefined || 'system' in step) return 0
    if ('user' in step) return countTokens(step.user)
    if ('turn' in step)
      return countTokens(`${step.turn.said}${JSON.stringify(step.turn.calls.map(({ input }) => input))}`)
    const form = forms.get(message)
    if (form === undefined) return 0
    return countTokens(lossy && (later || !isQuotable(trip, form)) ? form.lossy : form.lossless)
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

/** The form of each result in each request: lossy from the first one that is cold or moves it, once it may be touched. */
const textsBy = (trip: Trip, forms: ReadonlyMap<number, Form>, warm: readonly boolean[], moves: Moves): TextAt => {
  const movedAt = new Map<Form, number>()
  for (const form of forms.values()) {
    const group = trip.session.asked.findIndex((end) => form.message < end)
    const moved = warm.findIndex((isWarm, request) => {
      if (request <= group || request < form.touchableFrom) return false
      return !isWarm || (moves.get(request) ?? Number.POSITIVE_INFINITY) <= group
    })
    movedAt.set(form, moved < 0 ? Number.POSITIVE_INFINITY : moved)
  }
  return (message, request) => {
    const form = forms.get(message)
    if (form === undefined) return undefined
    if (request >= (movedAt.get(form) ?? Number.POSITIVE_INFINITY)) return form.lossy
    return isQuotable(trip, form) ? undefined : form.lossless
  }
}

const sentBy = (trip: Trip, textAt: TextAt): Passed[] => {
  const provider = providerOf(trip)
  const passed: Passed[] = []
  for (const body of bodiesOf(trip.session, trip.setting, textAt))
    passed.push({ ...provider(body, trip.times[passed.length] ?? 0), added: 0 })
  return passed
}

/** No warm moves, and the best ones: with and without those that begin where the last one ended, and what is quoted later. */
const plansOf = (trip: Trip, forms: ReadonlyMap<number, Form>, warm: readonly boolean[]): Moves[] => {
  const marked = trip.setting.dialect === 'messages'
  const prices = pricesOfSetting(trip.setting)
  const quotable = [...forms.values()].some(
    (form) => form.touchableFrom < Number.POSITIVE_INFINITY && isQuotable(trip, form),
  )
  const groups = [groupsOf(trip, forms, false), ...(quotable ? [groupsOf(trip, forms, true)] : [])]
  return [
    new Map(),
    ...groups.map((grouped) => bestMoves(grouped, warm, prices, marked, false)),
    ...(marked ? groups.map((grouped) => bestMoves(grouped, warm, prices, marked, true)) : []),
  ]
}

/** The cheapest of all plans, each sent to a provider of its own. */
export const clairvoyant: Way = async function* (trip) {
  const forms = new Map((await formsOf(trip)).map((form) => [form.message, form]))
  const warm = warmthOf(trip)
  const billOf = (passed: readonly Passed[]): number => passed.reduce((sum, one) => sum + effectiveOf(trip, one), 0)
  let best: readonly Passed[] | undefined
  for (const moves of plansOf(trip, forms, warm)) {
    const sent = sentBy(trip, textsBy(trip, forms, warm, moves))
    if (best === undefined || billOf(sent) < billOf(best)) best = sent
  }
  if (best !== undefined) yield* best
}
