// The best that a plan could do that knows all pauses and the end, and sends everything in its first form once: what is pending goes
// lossy for nothing when the cache is cold, and between two cold requests the moves are the exact best by dynamic programming.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { effectiveOf } from '../bill.ts'
import { type Representations, representationsOf } from '../representations.ts'
import { bodiesOf, pricesOfSetting, type TextAt } from '../requests.ts'
import { type Observed, providerOf, type SessionRun, type Strategy } from '../session-run.ts'
import { bestMoves, type Group, type MoveRules, type Moves } from './best-moves.ts'
import { isHeld, neverTooShort, type TooShort, tooShortOf } from './too-short.ts'

/** How results are sent first: as the model shall read them once, or as `arrival` sends them. */
type First = 'lossless' | 'mild'

/** A session, and what is the same for all plans of it. */
interface Planned {
  readonly run: SessionRun
  readonly results: ReadonlyMap<number, Representations>
  readonly first: First
  readonly tooShort: TooShort
}

/** Of each request: whether the cache still holds what the one before it sent. What is not cached yet changes for nothing, what has to travel whole not at all. */
const warmthOf = ({ run: { times, lifetime }, tooShort: { cachedFrom, shortFrom } }: Planned): boolean[] =>
  times.map((time, request) => {
    if (request < shortFrom || request <= cachedFrom) return request > 0 && cachedFrom < shortFrom
    return time - (times[request - 1] ?? 0) < lifetime
  })

/** A result that an agent may quote travels whole until that is over; any other one travels in its first form from the start. */
const isQuotable = (run: SessionRun, { message, touchableFrom }: Representations): boolean =>
  touchableFrom > run.session.asked.findIndex((end) => message < end)

/** Whether what a request brought was sent whole, because it was too short for anything else. */
const isSentWhole = ({ cachedFrom, shortFrom }: TooShort, group: number): boolean =>
  cachedFrom < shortFrom && group < shortFrom

/**
 * What each request brought, in tokens, in its first and in its lossy representation. Results that may be touched only later count
 * as not to be touched, unless `later` says so.
 */
const groupsOf = ({ run, results, first, tooShort }: Planned, later: boolean): Group[] => {
  const tokensOf = (message: number, group: number, lossy: boolean): number => {
    const step = run.session.steps[message]
    if (step === undefined || 'system' in step) return 0
    if ('user' in step) return countTokens(step.user)
    if ('turn' in step)
      return countTokens(`${step.turn.said}${JSON.stringify(step.turn.calls.map(({ input }) => input))}`)
    const result = results.get(message)
    if (result === undefined) return 0
    if (isQuotable(run, result)) return countTokens(lossy && later ? result.lossy : result.whole)
    if (lossy) return countTokens(result.lossy)
    return countTokens(isSentWhole(tooShort, group) ? result.whole : result[first])
  }
  return run.session.asked.map((end, request) => {
    const start = run.session.asked[request - 1] ?? 0
    const messages = Array.from({ length: end - start }, (_, index) => start + index)
    const sum = (lossy: boolean): number =>
      messages.reduce((total, message) => total + tokensOf(message, request, lossy), 0)
    const blocks = messages.reduce((total, message) => {
      const step = run.session.steps[message]
      return total + (step !== undefined && 'turn' in step ? 1 + step.turn.calls.length : 1)
    }, 0)
    return { lossless: sum(false), lossy: sum(true), blocks }
  })
}

/** The representation of each result in each request: lossy from the first one that is cold or moves it, once it may be touched. */
const textsBy = ({ run, results, first, tooShort }: Planned, warm: readonly boolean[], moves: Moves): TextAt => {
  const placed = new Map<Representations, { readonly group: number; readonly movedAt: number }>()
  for (const result of results.values()) {
    const group = run.session.asked.findIndex((end) => result.message < end)
    const moved = warm.findIndex((isWarm, request) => {
      if (request <= group || request < result.touchableFrom || request < tooShort.cachedFrom) return false
      return !isWarm || (moves.get(request) ?? Number.POSITIVE_INFINITY) <= group
    })
    placed.set(result, { group, movedAt: moved < 0 ? Number.POSITIVE_INFINITY : moved })
  }
  return (message, request) => {
    const result = results.get(message)
    if (result === undefined || isHeld(tooShort, request)) return undefined
    const { group = 0, movedAt = Number.POSITIVE_INFINITY } = placed.get(result) ?? {}
    const isUncached = request < tooShort.cachedFrom
    if (isUncached ? request > group && request >= result.touchableFrom : request >= movedAt) return result.lossy
    if (isQuotable(run, result) || (!isUncached && isSentWhole(tooShort, group))) return undefined
    return result[first]
  }
}

const sentBy = (run: SessionRun, textAt: TextAt): Observed[] => {
  const provider = providerOf(run)
  const observed: Observed[] = []
  for (const body of bodiesOf(run.session, run.setting, textAt))
    observed.push({ ...provider(body, run.times[observed.length] ?? 0), added: 0 })
  return observed
}

/** What the session has cost with each request, in effective tokens. */
const costsOf = (run: SessionRun, observed: readonly Observed[]): number[] => {
  let cost = 0
  return observed.map((one) => {
    cost += effectiveOf(run, one)
    return cost
  })
}

/** The best moves by the rules of this provider: with and without those that begin where the last one ended, and what is quoted later. */
const movesOf = (planned: Planned, warm: readonly boolean[], mayLose: readonly number[]): Moves[] => {
  const { run, results } = planned
  const marked = run.setting.dialect === 'messages'
  const { read, write, writeLong } = pricesOfSetting(run.setting)
  const rules = (apart: boolean): MoveRules => ({
    read,
    write: run.setting.marked === '1h' ? writeLong : write,
    marked,
    apart,
    mayLose,
  })
  const quotable = [...results.values()].some(
    (result) => result.touchableFrom < Number.POSITIVE_INFINITY && isQuotable(run, result),
  )
  const groups = [groupsOf(planned, false), ...(quotable ? [groupsOf(planned, true)] : [])]
  return (marked ? [false, true] : [false]).flatMap((apart) =>
    groups.map((grouped) => bestMoves(grouped, warm, rules(apart))),
  )
}

/** One way in which the session could have been sent. */
interface Sent {
  readonly observed: readonly Observed[]
  readonly costs: readonly number[]
}

const billOf = ({ costs }: Sent): number => costs.at(-1) ?? 0

/** Without warm moves, and with the best ones. `bound`: see `clairvoyant`. */
const plansOf = (planned: Planned, direct: readonly number[], bound: number): Sent[] => {
  const { run, tooShort } = planned
  const warm = warmthOf(planned)
  const by = (moves: Moves): Sent => {
    const observed = sentBy(run, textsBy(planned, warm, moves))
    return { observed, costs: costsOf(run, observed) }
  }
  const unmoved = by(new Map())
  const mayLose = unmoved.costs.map((cost, request) =>
    request < tooShort.shortFrom ? Number.NEGATIVE_INFINITY : (1 + bound) * (direct[request] ?? 0) - cost,
  )
  return [unmoved, ...movesOf(planned, warm, mayLose).map(by)]
}

/**
 * The cheapest of all plans, each sent to a provider of its own. `bound`: by which share of its bill so far it may be dearer than direct
 * with any request, as who does not know the end has to ask for; absent: it only has to be cheap in the end.
 */
export const clairvoyant = (first: First, bound = Number.POSITIVE_INFINITY): Strategy =>
  async function* (run) {
    const results = new Map((await representationsOf(run)).map((result) => [result.message, result]))
    const whole = sentBy(run, () => undefined)
    const direct = costsOf(run, whole)
    const free: Planned = { run, results, first, tooShort: neverTooShort }
    const shortest = sentBy(
      run,
      textsBy(
        free,
        run.times.map(() => false),
        new Map(),
      ),
    )
    const tooShort = tooShortOf(run.setting, whole, shortest)
    const held = plansOf({ ...free, tooShort }, direct, bound)
    const keepsBound = ({ costs }: Sent): boolean =>
      costs.every((cost, request) => cost <= (1 + bound) * (direct[request] ?? 0))
    // Who knows the end may stay uncached for a while.
    const others = tooShort.shortFrom === 0 ? [] : plansOf(free, direct, bound).filter(keepsBound)
    const [best] = [...held, ...others].sort((one, other) => billOf(one) - billOf(other))
    if (best !== undefined) yield* best.observed
  }
