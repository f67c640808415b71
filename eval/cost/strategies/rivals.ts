// What others do with a conversation, with the same engine on the same results: each is a rule that says what a result
// reads as in a request. None of them knows what a cache holds.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { type Representations, representationsOf } from '../representations.ts'
import { bodiesOf, type TextAt } from '../requests.ts'
import { providerOf, type Strategy } from '../session-run.ts'

interface History {
  /** Results that came before the request and may be touched in it, the newest first. */
  touchable(request: number): readonly Representations[]
  /** How many results are newer in this request. */
  age(result: Representations, request: number): number
  isFresh(result: Representations, request: number): boolean
  /** The first request that carries it. */
  entryOf(result: Representations): number
}

/** What a result that may be touched reads as, and for which the engine is asked before the request can go on. */
interface Rule {
  readonly textOf: (history: History) => (result: Representations, request: number) => string
  readonly asksFor?: (history: History, result: Representations, request: number) => boolean
}

/** Each result goes lossy before it is sent first, or never. */
const atEntry: Rule = {
  textOf: (history) => (result) => (history.entryOf(result) >= result.touchableFrom ? result.lossy : result.whole),
  asksFor: (history, result, request) => history.isFresh(result, request),
}

/** Everything but the newest turn goes lossy, in every request. */
const allHistory: Rule = {
  textOf: (history) => (result, request) => (history.isFresh(result, request) ? result.whole : result.lossy),
  asksFor: (history, result, request) => !history.isFresh(result, request),
}

/** The newest results stay whole, all older ones go lossy. */
const protectNewest = (count: number): Rule => ({
  textOf: (history) => (result, request) => (history.age(result, request) < count ? result.whole : result.lossy),
  asksFor: (history, result, request) => history.age(result, request) === count,
})

/** Of the newest results nothing is taken; of older ones nothing is left but a remark. */
const maskOlder = (count: number): Rule => ({
  textOf: (history) => (result, request) =>
    history.age(result, request) < count ? result.whole : '[Older output omitted.]',
})

/** The oldest results go until as many tokens are gone as the engine would take. */
const dropOldest: Rule = {
  textOf: (history) => {
    const droppedAt = new Map<number, ReadonlySet<Representations>>()
    const dropped = (request: number): ReadonlySet<Representations> => {
      const known = droppedAt.get(request)
      if (known !== undefined) return known
      const results = history.touchable(request)
      const size = new Map(results.map((result) => [result, countTokens(result.whole)]))
      let left = results.reduce((sum, result) => sum + (size.get(result) ?? 0) - countTokens(result.lossy), 0)
      const gone = new Set<Representations>()
      for (const result of results.toReversed()) {
        left -= size.get(result) ?? 0
        if (left < 0) break
        gone.add(result)
      }
      droppedAt.set(request, gone)
      return gone
    }
    return (result, request) => (dropped(request).has(result) ? '[Dropped.]' : result.whole)
  },
}

/** Newest results that stay, as agents ship with. */
const protectedResults = 5
const unmaskedResults = 10

export const rivals: Readonly<Record<string, Rule>> = {
  'compress at entry': atEntry,
  'compress all history': allHistory,
  [`protect the last ${protectedResults}`]: protectNewest(protectedResults),
  [`mask all but the last ${unmaskedResults}`]: maskOlder(unmaskedResults),
  'drop oldest': dropOldest,
}

const historyOf = (results: readonly Representations[], asked: readonly number[]): History => {
  const before = asked.map((end) => results.filter(({ message }) => message < end).length)
  const place = new Map(results.map((result, index) => [result, index]))
  const touchable = asked.map((_, request) =>
    results
      .slice(0, before[request])
      .filter(({ touchableFrom }) => touchableFrom <= request)
      .toReversed(),
  )
  return {
    touchable: (request) => touchable[request] ?? [],
    age: (result, request) => (before[request] ?? 0) - 1 - (place.get(result) ?? 0),
    entryOf: ({ message }) => asked.findIndex((end) => message < end),
    isFresh: ({ message }, request) => message > (asked[request - 1] ?? -1),
  }
}

/** Sends what the rule makes of the session. */
export const byRule = (rule: Rule): Strategy =>
  async function* (run) {
    const provider = providerOf(run)
    const results = await representationsOf(run)
    const byMessage = new Map(results.map((result) => [result.message, result]))
    const history = historyOf(results, run.session.asked)
    const textOf = rule.textOf(history)
    const textAt: TextAt = (message, request) => {
      const result = byMessage.get(message)
      return result === undefined || result.touchableFrom > request ? undefined : textOf(result, request)
    }
    let request = 0
    for (const body of bodiesOf(run.session, run.setting, textAt)) {
      const asked = history.touchable(request).filter((result) => rule.asksFor?.(history, result, request) === true)
      const added = asked.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
      yield { ...provider(body, run.times[request] ?? 0), added }
      request += 1
    }
  }

/** As if there were nothing between the client and the provider. */
export const direct: Strategy = async function* (run) {
  const provider = providerOf(run)
  let request = 0
  for (const body of bodiesOf(run.session, run.setting)) {
    yield { ...provider(body, run.times[request] ?? 0), added: 0 }
    request += 1
  }
}
