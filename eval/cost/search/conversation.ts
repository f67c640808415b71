// A conversation as its client keeps it, and what clients do to theirs: go on, clear old results, rewrite what was said, forget
// the beginning. Knows no dialect and no cache.

export interface Call {
  readonly id: string
  readonly name: string
  readonly input: object
}

export interface Result {
  readonly id: string
  readonly text: string
  readonly failed: boolean
}

/** What the client says in one turn. */
export interface ClientTurn {
  readonly results: readonly Result[]
  readonly said?: string
}

/** What the model answers. */
export interface ModelTurn {
  readonly said: string
  readonly calls: readonly Call[]
}

export interface Conversation {
  readonly system: string
  readonly past: readonly { readonly client: ClientTurn; readonly model: ModelTurn }[]
  /** What the next request asks. */
  readonly pending: ClientTurn
}

const clearedText = '[Old tool result content cleared]'

const withResults = (turn: ClientTurn, change: (result: Result) => Result): ClientTurn => ({
  ...turn,
  results: turn.results.map(change),
})

/** Results of all but the newest turns give way to a remark, as coding agents do to save room. */
export const cleared = (conversation: Conversation, newest: number): Conversation => ({
  ...conversation,
  past: conversation.past.map((exchange, index) =>
    index >= conversation.past.length - newest
      ? exchange
      : { ...exchange, client: withResults(exchange.client, (result) => ({ ...result, text: clearedText })) },
  ),
})

/** The user's words of one turn with a reminder behind them. */
export const reminded = (conversation: Conversation, turn: number, reminder: string): Conversation => ({
  ...conversation,
  past: conversation.past.map((exchange, index) =>
    index === turn
      ? { ...exchange, client: { ...exchange.client, said: `${exchange.client.said ?? ''} ${reminder}` } }
      : exchange,
  ),
})

/** Without the oldest turns, but for the first: agents cut the middle out when the window is full. */
export const shortened = (conversation: Conversation, turns: number): Conversation => ({
  ...conversation,
  past: conversation.past.filter((_, index) => index === 0 || index > turns),
})

/** As it was when the client had spoken so often. */
export const rewound = (conversation: Conversation, turn: number, pending: ClientTurn): Conversation => ({
  ...conversation,
  past: conversation.past.slice(0, turn),
  pending,
})
