// Conversations as clients spell them otherwise from request to request, or once they have written them down. Knows no dialect and no cache.

import type { Chance } from '../../sessions/chance.ts'
import type { Call, ClientTurn, Conversation, ModelTurn } from '../shapes/conversation.ts'

type Exchange = Conversation['past'][number]

const withoutThought = ({ thought: _, ...model }: ModelTurn): ModelTurn => model
const withoutRun = ({ ran: _, ...model }: ModelTurn): ModelTurn => model

/** Without what the model has thought. */
export const withoutThinking = (conversation: Conversation): Conversation => ({
  ...conversation,
  past: conversation.past.map(({ client, model }) => ({ client, model: withoutThought(model) })),
})

/** How many turns came before the user's last words: so much is written down. */
export const writtenDown = ({ past, pending }: Conversation): number =>
  pending.results.length === 0 ? past.length : past.findLastIndex(({ client }) => client.results.length === 0)

/** The same with other answers, by whether they are written down. */
const answered = (
  conversation: Conversation,
  answer: (model: ModelTurn, isStored: boolean) => ModelTurn,
): Conversation => {
  const from = writtenDown(conversation)
  return {
    ...conversation,
    past: conversation.past.map(({ client, model }, index) => ({ client, model: answer(model, index < from) })),
  }
}

/** The answers since the user's last words are as they came, with members that say nothing. */
export const storedBare = (conversation: Conversation): Conversation =>
  answered(conversation, (model, isStored) => (isStored ? model : { ...model, raw: true }))

/** What came before the user's last words is without what the model has thought. */
export const storedUnreasoned = (conversation: Conversation): Conversation =>
  answered(conversation, (model, isStored) => (isStored ? withoutThought(model) : model))

/** What came before the user's last words is without what tools of the provider's have given. */
export const storedUnrun = (conversation: Conversation): Conversation =>
  answered(conversation, (model, isStored) => (isStored ? withoutRun(model) : model))

/** A record with its members in the order of their names, as a table of records gives it back; any other text as it is. */
const sortedRecord = (text: string): string => {
  if (!text.startsWith('{')) return text
  const members = Object.entries(JSON.parse(text) as object)
  return JSON.stringify(
    Object.fromEntries(members.toSorted(([one], [other]) => one.length - other.length || (one < other ? -1 : 1))),
  )
}

/** The call with more members than its command, the command first or last. */
const described = (call: Call, isFirst: boolean): Call => {
  const { command } = call.input
  const more = { why: `to see what ${command} gives` }
  return { ...call, input: isFirst ? { command, ...more } : { ...more, command } }
}

/** What came before the user's last words has records and arguments in another order. */
export const storedSorted = (conversation: Conversation): Conversation => {
  const from = writtenDown(conversation)
  const sorted = (client: ClientTurn): ClientTurn => ({
    ...client,
    results: client.results.map((result) => ({ ...result, text: sortedRecord(result.text) })),
  })
  return {
    ...conversation,
    past: conversation.past.map(({ client, model }, index) => ({
      client: index < from ? sorted(client) : client,
      model: { ...model, calls: model.calls.map((call) => described(call, index >= from)) },
    })),
  }
}

/** With a number among the arguments of each call. */
export const withNumbers = (conversation: Conversation): Conversation => ({
  ...conversation,
  past: conversation.past.map(({ client, model }) => ({
    client,
    model: { ...model, calls: model.calls.map((call) => ({ ...call, input: { ...call.input, limit: 1_000 } })) },
  })),
})

/** With arguments that name their members in any order, another one each time. */
export const withMembersIn = (conversation: Conversation, chance: Chance): Conversation => ({
  ...conversation,
  past: conversation.past.map(({ client, model }) => ({
    client,
    model: { ...model, calls: model.calls.map((call) => described(call, chance() < 0.5)) },
  })),
})

/** The calls of each answer have the same ids, and so have their results. */
export const withIdsAgain = ({ system, past, pending }: Conversation): Conversation => {
  const named = ({ calls }: ModelTurn): ReadonlyMap<string, string> =>
    new Map(calls.map(({ id }, index) => [id, `call_${index}`]))
  const answers = (client: ClientTurn, before: Exchange | undefined): ClientTurn => {
    const names = before === undefined ? undefined : named(before.model)
    return {
      ...client,
      results: client.results.map((result) => ({ ...result, id: names?.get(result.id) ?? result.id })),
    }
  }
  return {
    system,
    past: past.map(({ client, model }, index) => {
      const names = named(model)
      return {
        client: answers(client, past[index - 1]),
        model: { ...model, calls: model.calls.map((call) => ({ ...call, id: names.get(call.id) ?? call.id })) },
      }
    }),
    pending: answers(pending, past.at(-1)),
  }
}

/** A number that each text has of its own. */
export const ownNumber = (text: string): number =>
  [...text.slice(0, 64)].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 9_973, 7)

/** Results stand as their tools have ended; all of them, or those of the newest turn. */
export const comeAsTheyEnd = (conversation: Conversation, which: 'for good' | 'at first'): Conversation => {
  const ended = (client: ClientTurn): ClientTurn => ({
    ...client,
    results: client.results.toSorted((one, other) => ownNumber(one.text) - ownNumber(other.text)),
  })
  return {
    ...conversation,
    past:
      which === 'at first'
        ? conversation.past
        : conversation.past.map(({ client, model }) => ({ client: ended(client), model })),
    pending: ended(conversation.pending),
  }
}
