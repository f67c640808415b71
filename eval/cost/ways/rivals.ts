// What others do with a conversation, with the same engine on the same results: each is a rule that says what a result
// reads as in a request. None of them knows what a cache holds.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { type Form, formsOf } from '../forms.ts'
import { bodiesOf, type TextAt } from '../requests.ts'
import { providerOf, type Way } from '../trip.ts'

interface History {
  /** Results that came before the request and may be touched in it, the newest first. */
  touchable(request: number): readonly Form[]
  /** How many results are newer in this request. */
  age(form: Form, request: number): number
  isFresh(form: Form, request: number): boolean
  /** The first request that carries it. */
  entryOf(form: Form): number
}

/** What a result that may be touched reads as, and for which the engine is asked before the request can go on. */
interface Rule {
  readonly textOf: (history: History) => (form: Form, request: number) => string
  readonly asksFor?: (history: History, form: Form, request: number) => boolean
}

/** Each result goes lossy before it is sent first, or never. */
const atEntry: Rule = {
  textOf: (history) => (form) => (history.entryOf(form) >= form.touchableFrom ? form.lossy : form.whole),
  asksFor: (history, form, request) => history.isFresh(form, request),
}

/** Everything but the newest turn goes lossy, in every request. */
const allHistory: Rule = {
  textOf: (history) => (form, request) => (history.isFresh(form, request) ? form.whole : form.lossy),
  asksFor: (history, form, request) => !history.isFresh(form, request),
}

/** The newest results stay whole, all older ones go lossy. */
const protectNewest = (count: number): Rule => ({
  textOf: (history) => (form, request) => (history.age(form, request) < count ? form.whole : form.lossy),
  asksFor: (history, form, request) => history.age(form, request) === count,
})

/** Of the newest results nothing is taken; of older ones nothing is left but a remark. */
const maskOlder = (count: number): Rule => ({
  textOf: (history) => (form, request) => (history.age(form, request) < count ? form.whole : '[Older output omitted.]'),
})

/** The oldest results go until as many tokens are gone as the engine would take. */
const dropOldest: Rule = {
  textOf: (history) => {
    const droppedAt = new Map<number, ReadonlySet<Form>>()
    const dropped = (request: number): ReadonlySet<Form> => {
      const known = droppedAt.get(request)
      if (known !== undefined) return known
      const results = history.touchable(request)
      const size = new Map(results.map((form) => [form, countTokens(form.whole)]))
      let left = results.reduce((sum, form) => sum + (size.get(form) ?? 0) - countTokens(form.lossy), 0)
      const gone = new Set<Form>()
      for (const form of results.toReversed()) {
        left -= size.get(form) ?? 0
        if (left < 0) break
        gone.add(form)
      }
      droppedAt.set(request, gone)
      return gone
    }
    return (form, request) => (dropped(request).has(form) ? '[Dropped.]' : form.whole)
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

const historyOf = (forms: readonly Form[], asked: readonly number[]): History => {
  const before = asked.map((end) => forms.filter(({ message }) => message < end).length)
  const place = new Map(forms.map((form, index) => [form, index]))
  const touchable = asked.map((_, request) =>
    forms
      .slice(0, before[request])
      .filter(({ touchableFrom }) => touchableFrom <= request)
      .toReversed(),
  )
  return {
    touchable: (request) => touchable[request] ?? [],
    age: (form, request) => (before[request] ?? 0) - 1 - (place.get(form) ?? 0),
    entryOf: ({ message }) => asked.findIndex((end) => message < end),
    isFresh: ({ message }, request) => message > (asked[request - 1] ?? -1),
  }
}

/** Sends what the rule makes of the session. */
export const byRule = (rule: Rule): Way =>
  async function* (trip) {
    const provider = providerOf(trip)
    const forms = await formsOf(trip)
    const byMessage = new Map(forms.map((form) => [form.message, form]))
    const history = historyOf(forms, trip.session.asked)
    const textOf = rule.textOf(history)
    const textAt: TextAt = (message, request) => {
      const form = byMessage.get(message)
      return form === undefined || form.touchableFrom > request ? undefined : textOf(form, request)
    }
    let request = 0
    for (const body of bodiesOf(trip.session, trip.setting, textAt)) {
      const asked = history.touchable(request).filter((form) => rule.asksFor?.(history, form, request) === true)
      const added = asked.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
      yield { ...provider(body, trip.times[request] ?? 0), added }
      request += 1
    }
  }

/** As if there were nothing between the client and the provider. */
export const direct: Way = async function* (trip) {
  const provider = providerOf(trip)
  let request = 0
  for (const body of bodiesOf(trip.session, trip.setting)) {
    yield { ...provider(body, trip.times[request] ?? 0), added: 0 }
    request += 1
  }
}
