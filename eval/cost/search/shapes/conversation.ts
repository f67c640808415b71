// A conversation as its client keeps it, and what clients do to theirs: go on, clear old results, rewrite what was said, forget
// the beginning. Knows no dialect and no cache.

export interface Call {
  /** Its arguments are spelled with blanks, where they are a text. */
  readonly spaced?: true
  readonly id: string
  readonly name: string
  readonly input: { readonly command: string; readonly [name: string]: string | number }
}

export interface Result {
  readonly id: string
  readonly text: string
  readonly failed: boolean
  /** It ends a cached prefix. */
  readonly breaks?: true
  /** In base64, behind the text. */
  readonly image?: string
  /** The id of a file that the provider keeps. */
  readonly file?: string
}

/** What the client says in one turn. */
export interface ClientTurn {
  readonly results: readonly Result[]
  readonly said?: string
  /** In base64. */
  readonly image?: string
  /** Text that is to be cited. */
  readonly document?: string
  /** The id of a file that the provider keeps. */
  readonly file?: string
  /** What the user says in messages of their own behind that. */
  readonly more?: readonly string[]
  /** Of the developer, behind all of it. */
  readonly instruction?: string
  /** How the client has the answer begin. */
  readonly prefill?: string
  /** Its texts are lists of one, as kits have them. */
  readonly listed?: true
  /** An empty text stands beside its results. */
  readonly filled?: true
}

/** What the model answers. */
export interface ModelTurn {
  readonly said: string
  readonly calls: readonly Call[]
  readonly thought?: string
  /** As it was answered: with members that say nothing, and as an item of texts. */
  readonly raw?: true | 'item'
  /** An empty text stands beside its calls. */
  readonly filled?: true
  /** What it says comes in several texts with citations. */
  readonly cited?: true
  /** What stands for all before it, in a block of the provider's. */
  readonly summary?: string
  /** What a tool of the provider's has given. */
  readonly ran?: string
}

export interface Conversation {
  readonly system: string
  readonly past: readonly { readonly client: ClientTurn; readonly model: ModelTurn }[]
  /** What the next request asks. */
  readonly pending: ClientTurn
}

/** How many pictures it holds. */
export const picturesIn = ({ past, pending }: Conversation): number =>
  [...past.map(({ client }) => client), pending]
    .flatMap(({ results, image }) => [...results, { image }])
    .filter(({ image }) => image !== undefined).length

export const clearedText = '[Old tool result content cleared]'

/** With each result of the turn as it is changed. */
export const withResults = (turn: ClientTurn, change: (result: Result) => Result): ClientTurn => ({
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

/** Results of all but so many turns, counted in steps of so many, give way to how long they were: agents send no more than the newest. */
export const elided = (conversation: Conversation, newest: number, step: number): Conversation => {
  const old = Math.max(0, Math.floor((conversation.past.length - newest) / step) * step)
  const remark = ({ text }: Result): string => `Old environment output: (${Math.ceil(text.length / 80)} lines omitted)`
  return {
    ...conversation,
    past: conversation.past.map((exchange, index) =>
      index >= old
        ? exchange
        : { ...exchange, client: withResults(exchange.client, (result) => ({ ...result, text: remark(result) })) },
    ),
  }
}

/** So many of the newest turns alone, behind the first one where the client keeps that. */
export const slid = (conversation: Conversation, newest: number, keepsFirst: boolean): Conversation => ({
  ...conversation,
  past: conversation.past.filter(
    (_, index) => (keepsFirst && index === 0) || index >= conversation.past.length - newest,
  ),
})

const truncation = '[truncated]'
const isWhole = ({ text }: Result): boolean => text.length > 200 && !text.endsWith(truncation)

/** The oldest result that is whole and long is cut to its beginning. */
export const truncated = (conversation: Conversation): Conversation => {
  const oldest = conversation.past.flatMap(({ client }) => client.results).find(isWhole)
  const cut = (result: Result): Result =>
    result.id === oldest?.id ? { ...result, text: `${result.text.slice(0, 100)} ${truncation}` } : result
  return {
    ...conversation,
    past: conversation.past.map((exchange) => ({ ...exchange, client: withResults(exchange.client, cut) })),
  }
}

/** The user's words of one turn with a reminder behind them. */
export const reminded = (conversation: Conversation, turn: number, reminder: string): Conversation => ({
  ...conversation,
  past: conversation.past.map((exchange, index) =>
    index === turn
      ? { ...exchange, client: { ...exchange.client, said: `${exchange.client.said ?? ''} ${reminder}` } }
      : exchange,
  ),
})

/** As clients have it that keep the thinking of the last answer alone. */
export const forgotten = (conversation: Conversation): Conversation => ({
  ...conversation,
  past: conversation.past.map((exchange, index) => {
    const { thought: _, ...model } = exchange.model
    return index === conversation.past.length - 1 ? exchange : { ...exchange, model }
  }),
})

/** As clients have it that send the developer's newest words alone. */
export const newlyInstructed = (conversation: Conversation): Conversation => ({
  ...conversation,
  past: conversation.past.map((exchange) => {
    const { instruction: _, ...client } = exchange.client
    return { ...exchange, client }
  }),
})

const isSilent = ({ results, said }: ClientTurn): boolean => results.length === 0 && said === undefined

/** Without one call that is answered, and its result; turns of which nothing else is left go with them. Without an id, as it was. */
export const dropped = ({ system, past, pending }: Conversation, id: string | undefined): Conversation => {
  const left = past.map(({ client, model }) => ({
    client: { ...client, results: client.results.filter((result) => result.id !== id) },
    model: { ...model, calls: model.calls.filter((call) => call.id !== id) },
  }))
  const silent = left.findIndex(({ client }) => isSilent(client))
  return {
    system,
    past: left.flatMap((exchange, index) => {
      if (index === silent) return []
      return [index === silent - 1 ? { ...exchange, model: left[silent]?.model ?? exchange.model } : exchange]
    }),
    pending,
  }
}

/** Without the oldest turns, but for the first: agents cut the middle out when the window is full. */
export const shortened = (conversation: Conversation, turns: number): Conversation => ({
  ...conversation,
  past: conversation.past.filter((_, index) => index === 0 || index > turns),
})

const fence = '```'

/** How an agent without tools words what its model calls, and what that has given. */
interface Wording {
  readonly results: (texts: readonly string[]) => readonly string[]
  readonly calls: (calls: ModelTurn['calls']) => readonly string[]
}

const inFences: Wording = {
  results: (texts) => texts.map((text) => `<returncode>0</returncode>\n<output>\n${text}\n</output>`),
  calls: (calls) => calls.map(({ input }) => `${fence}bash\n${input.command}\n${fence}`),
}

const printed = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

/** As smolagents' memory lists them. */
const inLists: Wording = {
  results: (texts) => (texts.length === 0 ? [] : [`Observation:\n${texts.join('\n')}`]),
  calls: (calls) => {
    const list = calls.map(
      ({ id, input }) =>
        `{'id': ${printed(id)}, 'type': 'function', 'function': {'name': 'bash', 'arguments': {'command': ${printed(input.command)}}}}`,
    )
    return list.length === 0 ? [] : [`Calling tools:\n[${list.join(', ')}]`]
  },
}

/** The same as agents without tools have it: the model ends in its calls, and the user's turn is their results. */
export const inText = ({ system, past, pending }: Conversation, listed = false): Conversation => {
  const wording = listed ? inLists : inFences
  const told = ({ results, said }: ClientTurn): ClientTurn => {
    const texts = wording.results(results.map(({ text }) => text))
    return { results: [], said: [...texts, ...(said === undefined ? [] : [said])].join('\n') }
  }
  const asked = ({ said, calls }: ModelTurn): ModelTurn => ({
    said: [said, ...wording.calls(calls)].join('\n'),
    calls: [],
  })
  return {
    system,
    past: past.map(({ client, model }) => ({ client: told(client), model: asked(model) })),
    pending: told(pending),
  }
}

/** With the part of the answer that had come when the client left, and what the user says to that. */
export const partly = (
  { past, pending, ...conversation }: Conversation,
  say: { readonly reminder: () => string; readonly userTurn: () => ClientTurn },
): Conversation => ({
  ...conversation,
  past: [...past, { client: pending, model: { said: say.reminder(), calls: [] } }],
  pending: say.userTurn(),
})

/** As it was when the client had spoken so often. */
export const rewound = (conversation: Conversation, turn: number, pending: ClientTurn): Conversation => ({
  ...conversation,
  past: conversation.past.slice(0, turn),
  pending,
})
