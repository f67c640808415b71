// Conversations as clients build them anew out of what they have kept: as kits' objects or as texts, with old results cut to what is left of a
// budget, with calls that were read and spelled again. Knows no dialect and no cache.

import {
  type Call,
  type ClientTurn,
  type Conversation,
  type ModelTurn,
  type Result,
  withResults,
} from '../shapes/conversation.ts'
import { writtenDown } from './respellings.ts'

interface Rewriting {
  readonly client?: (turn: ClientTurn) => ClientTurn
  /** Of what came before that. */
  readonly storedClient?: (turn: ClientTurn) => ClientTurn
  readonly model?: (turn: ModelTurn) => ModelTurn
}

const same = <Turn>(turn: Turn): Turn => turn

/** With what has come since the user's last words rewritten so. */
export const freshly = (
  conversation: Conversation,
  { client = same, storedClient = same, model = same }: Rewriting,
): Conversation => {
  const from = writtenDown(conversation)
  return {
    ...conversation,
    past: conversation.past.map((exchange, index) =>
      index < from
        ? { ...exchange, client: storedClient(exchange.client) }
        : { client: client(exchange.client), model: model(exchange.model) },
    ),
    pending: client(conversation.pending),
  }
}

/** What has come since the user's last words is as kits have it: lists of one text, and items that say what they are. */
export const storedTexts = (conversation: Conversation): Conversation =>
  freshly(conversation, {
    client: (turn) => ({ ...turn, listed: true }),
    model: (turn) => ({ ...turn, raw: 'item' }),
  })

/** The same is as it was typed and printed: with carriage returns, and with blanks at the end of what is said. */
export const storedTrimmed = (conversation: Conversation): Conversation =>
  freshly(conversation, {
    client: (turn) =>
      withResults(turn, (result) => ({ ...result, text: `${result.text.replaceAll('\n', '\r\n')}\r\n` })),
    model: (turn) => (turn.said === '' ? turn : { ...turn, said: `${turn.said}\n` }),
  })

const typed = (text: string): string => `${text.replaceAll('\n', '\r\n')}  \r\n`

/** What the user said last is as it was typed, with the results since then. */
export const storedTyped = (conversation: Conversation): Conversation => {
  const from = writtenDown(conversation)
  const change = ({ said, ...turn }: ClientTurn): ClientTurn => ({
    ...withResults(turn, (result) => ({ ...result, text: typed(result.text) })),
    ...(said === undefined ? {} : { said: typed(said) }),
  })
  return {
    ...conversation,
    past: conversation.past.map((exchange, index) =>
      index < from ? exchange : { ...exchange, client: change(exchange.client) },
    ),
    pending: change(conversation.pending),
  }
}

/** The last result of the newest turn ends a cached prefix. */
export const withBreakpoint = ({ pending, ...conversation }: Conversation): Conversation => ({
  ...conversation,
  pending: {
    ...pending,
    results: pending.results.map((result, index) =>
      index === pending.results.length - 1 ? { ...result, breaks: true as const } : result,
    ),
  },
})

/** What came before them does not say which of its results are errors. */
export const storedUnflagged = (conversation: Conversation): Conversation => {
  const from = writtenDown(conversation)
  return {
    ...conversation,
    past: conversation.past.map((exchange, index) =>
      index < from
        ? { ...exchange, client: withResults(exchange.client, (result) => ({ ...result, failed: false })) }
        : exchange,
    ),
  }
}

/** Instructions since the user's last words stand beside the results that they came with. */
export const storedInstructed = (conversation: Conversation): Conversation =>
  freshly(conversation, {
    client({ instruction, ...turn }) {
      if (instruction === undefined || turn.results.length === 0)
        return { ...turn, ...(instruction === undefined ? {} : { instruction }) }
      return {
        ...turn,
        said: [turn.said, `<system-reminder>\n${instruction}\n</system-reminder>`].filter(Boolean).join('\n'),
      }
    },
  })

/** The beginning and the end of a text, so many characters together. */
const ends = (text: string, characters: number): string => {
  const half = Math.ceil(characters / 2)
  return `${text.slice(0, half)}\n[${text.length - 2 * half} characters left out]\n${text.slice(-half)}`
}

const cut = (result: Result, characters: number): Result =>
  result.text.length <= characters + 40 ? result : { ...result, text: ends(result.text, characters) }

/** Results of all turns but the newest share so many characters, the newer of them with more than the older. */
export const withinBudget = (conversation: Conversation, characters: number): Conversation => {
  const count = conversation.past.reduce((sum, { client }) => sum + client.results.length, 0)
  let before = 0
  const share = (): number => {
    before += 1
    return Math.max(80, Math.floor((characters / count) * (0.2 + 0.8 * (before / count))))
  }
  return {
    ...conversation,
    past: conversation.past.map(({ client, model }) => ({
      client: withResults(client, (result) => cut(result, share())),
      model,
    })),
  }
}

const keptOfEach = 1_000
const spaced = (call: Call): Call => ({ ...call, spaced: true })

/** With calls that were read and spelled again, and with the middle of long results left out. */
export const rebuilt = (conversation: Conversation): Conversation => ({
  ...conversation,
  past: conversation.past.map(({ client, model }) => ({
    client: withResults(client, (result) => cut(result, keptOfEach)),
    model: { ...model, calls: model.calls.map(spaced) },
  })),
})
