// The best that a plan could do that knows all pauses and the end, and sends everything in its first form once: what is pending goes
// lossy for nothing when the cache is cold, and between two cold requests the moves are the exact best by dynamic programming.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { effectiveOf } from '../bill.ts'
import { type Representations, representationsOf } from '../representations.ts'
import { bodiesOf, pricesOfSetting, type TextAt } from '../requests.ts'
import { type Observed, providerOf, type SessionRun, type Strategy } from '../session-run.ts'
import { bestMoves, type Group, type Moves } from './best-moves.ts'

/** Of each request: whether the cache still holds what the one before it sent. */
const warmthOf = ({ times, lifetime }: SessionRun): boolean[] =>
  times.map((time, request) => request > 0 && time - (times[request - 1] ?? 0) < lifetime)

/** How results are sent first: as the model shall read them once, or as `arrival` sends them. */
type First = 'lossless' | 'mild'

/** A result that an agent may quote travels whole until that is over; any other one travels in its first form from the start. */
const isQuotable = (run: SessionRun, { message, touchableFrom }: Representations): boolean =>
  touchableFrom > run.session.asked.findIndex((end) => message < end)

/**
 * What each request brought, in tokens, in its lossless and in its lossy representation. Results that may be touched only later count
 * as not to be touched, unless `later` says so.
 */
const groupsOf = (
  run: SessionRun,
  results: ReadonlyMap<number, Representations>,
  first: First,
  later: boolean,
): Group[] => {
  const tokensOf = (message: number, lossy: boolean): number => {
    const step = run.session.steps[message]
    if (step === undefined || 'system' in step) return 0
    if ('user' in step) return countTokens(step.user)
    if ('turn' in step)
      return countTokens(`${step.turn.said}${JSON.stringify(step.turn.calls.map(({ input }) => input))}`)
    const result = results.get(message)
    if (result === undefined) return 0
    if (isQuotable(run, result)) return countTokens(lossy && later ? result.lossy : result.whole)
    return countTokens(lossy ? result.lossy : result[first])
  }
  return run.session.asked.map((end, request) => {
    const start = run.session.asked[request - 1] ?? 0
    const messages = Array.from({ length: end - start }, (_, index) => start + index)
    const sum = (lossy: boolean): number => messages.reduce((total, message) => total + tokensOf(message, lossy), 0)
    const blocks = messages.reduce((total, message) => {
      const step = run.session.steps[message]
      return total + (step !== undefined && 'turn' in step ? 1 + step.turn.calls.length : 1)
    }, 0)
    return { lossless: sum(false), lossy: sum(true), blocks }
  })
}

/** The representation of each result in each request: lossy from the first one that is cold or moves it, once it may be touched. */
const textsBy = (
  run: SessionRun,
  results: ReadonlyMap<number, Representations>,
  warm: readonly boolean[],
  first: First,
  moves: Moves,
): TextAt => {
  const movedAt = new Map<Representations, number>()
  for (const result of results.values()) {
    const group = run.session.asked.findIndex((end) => result.message < end)
    const moved = warm.findIndex((isWarm, request) => {
      if (request <= group || request < result.touchableFrom) return false
      return !isWarm || (moves.get(request) ?? Number.POSITIVE_INFINITY) <= group
    })
    movedAt.set(result, moved < 0 ? Number.POSITIVE_INFINITY : moved)
  }
  return (message, request) => {
    const result = results.get(message)
    if (result === undefined) return undefined
    if (request >= (movedAt.get(result) ?? Number.POSITIVE_INFINITY)) return result.lossy
    return isQuotable(run, result) ? undefined : result[first]
  }
}

const sentBy = (run: SessionRun, textAt: TextAt): Observed[] => {
  const provider = providerOf(run)
  const observed: Observed[] = []
  for (const body of bodiesOf(run.session, run.setting, textAt))
    observed.push({ ...provider(body, run.times[observed.length] ?? 0), added: 0 })
  return observed
}

/** No warm moves, and the best ones: with and without those that begin where the last one ended, and what is quoted later. */
const plansOf = (
  run: SessionRun,
  results: ReadonlyMap<number, Representations>,
  warm: readonly boolean[],
  first: First,
): Moves[] => {
  const marked = run.setting.dialect === 'messages'
  const prices = pricesOfSetting(run.setting)
  const quotable = [...results.values()].some(
    (result) => result.touchableFrom < Number.POSITIVE_INFINITY && isQuotable(run, result),
  )
  const groups = [groupsOf(run, results, first, false), ...(quotable ? [groupsOf(run, results, first, true)] : [])]
  return [
    new Map(),
    ...groups.map((grouped) => bestMoves(grouped, warm, prices, marked, false)),
    ...(marked ? groups.map((grouped) => bestMoves(grouped, warm, prices, marked, true)) : []),
  ]
}

/** The cheapest of all plans, each sent to a provider of its own. */
export const clairvoyant = (first: First): Strategy =>
  async function* (run) {
    const results = new Map((await representationsOf(run)).map((result) => [result.message, result]))
    const warm = warmthOf(run)
    const billOf = (observed: readonly Observed[]): number =>
      observed.reduce((sum, one) => sum + effectiveOf(run, one), 0)
    let best: readonly Observed[] | undefined
    for (const moves of plansOf(run, results, warm, first)) {
      const sent = sentBy(run, textsBy(run, results, warm, first, moves))
      if (best === undefined || billOf(sent) < billOf(best)) best = sent
    }
    if (best !== undefined) yield* best
  }
