// Conversations as clients rewrite them all at once: calls beside their results, pictures that are sent smaller, old results that go by
// the dozen. Knows no dialect and no cache.

import type { Chance } from '../../sessions/chance.ts'
import { type ClientTurn, type Conversation, clearedText, picturesIn, type Result } from '../shapes/conversation.ts'

type Exchange = Conversation['past'][number]

/** Some of the results that are whole, but for so many of the newest, give way to a remark. */
export const clearedSome = (
  conversation: Conversation,
  newest: number,
  happens: (share: number) => boolean,
  share: number,
): Conversation => {
  const isWhole = ({ text }: Result): boolean => text !== clearedText
  const whole = conversation.past.flatMap(({ client }) => client.results.filter(isWhole))
  const going = new Set(whole.slice(0, Math.max(0, whole.length - newest)).filter(() => happens(share)))
  const clear = (result: Result): Result => (going.has(result) ? { ...result, text: clearedText } : result)
  return {
    ...conversation,
    past: conversation.past.map(({ client, model }) => ({
      client: { ...client, results: client.results.map(clear) },
      model,
    })),
  }
}

/** Each call before its own result: what a turn says beside its results stands behind the last of them. */
export const interleaved = ({ system, past, pending }: Conversation): Conversation => {
  const told: Exchange[] = []
  let asked = past[0]?.client ?? pending
  for (const [index, { model }] of past.entries()) {
    const answer = past[index + 1]?.client ?? pending
    told.push({ client: asked, model: { ...model, calls: model.calls.slice(0, 1) } })
    let left = answer.results
    for (const [at, call] of model.calls.entries()) {
      const next = model.calls[at + 1]
      const own = left.filter(({ id }) => id === call.id)
      if (next === undefined || own.length === 0) continue
      left = left.filter(({ id }) => id !== call.id)
      told.push({ client: { results: own }, model: { said: '', calls: [next] } })
    }
    asked = { ...answer, results: left }
  }
  return { system, past: told, pending: asked }
}

/** With all but the newest pictures at a smaller size; so many at a time. */
export const withScaledPictures = (conversation: Conversation, newest: number, step: number): Conversation => {
  const { past, pending } = conversation
  let old = Math.max(0, Math.floor((picturesIn(conversation) - newest) / step) * step)
  const scaled = <Held extends { readonly image?: string }>(held: Held): Held => {
    if (held.image === undefined || old === 0) return held
    old -= 1
    return { ...held, image: held.image.slice(0, Math.ceil(held.image.length / 4)) }
  }
  const turn = (client: ClientTurn): ClientTurn => scaled({ ...client, results: client.results.map(scaled) })
  return {
    ...conversation,
    past: past.map(({ client, model }) => ({ client: turn(client), model })),
    pending: turn(pending),
  }
}

/** With a newest turn that says more, less or something else than when it was asked first. */
export const amended = (
  conversation: Conversation,
  chance: Chance,
  say: { readonly reminder: () => string; readonly result: () => string },
): Conversation => {
  const { results, said } = conversation.pending
  const other = (result: Result): Result => {
    const how = chance()
    if (how < 0.3) return { ...result, text: `${result.text}\n${say.reminder()}` }
    if (how < 0.6) return { ...result, text: `${result.text.slice(0, Math.ceil(result.text.length / 2))} [truncated]` }
    return how < 0.8 ? { ...result, text: say.result() } : result
  }
  const words = said === undefined ? {} : { said: `${said} ${say.reminder()}` }
  return { ...conversation, pending: { ...conversation.pending, results: results.map(other), ...words } }
}
