// A conversation as the body that a client sends, in each dialect, with the markers that clients put in. Bodies of one session
// share their older parts: a part is written once.

import type { MeasuredDialect } from '../../../testkit/data/conversation.ts'
import type { Call, ClientTurn, Conversation, ModelTurn } from './conversation.ts'

/** Where the client of a marked cache puts its markers. */
export const markings = [
  'usual',
  'agent',
  'last',
  'top-level',
  'top-level and system',
  'two turns',
  'spread',
  'anywhere',
  'system',
  'none',
] as const
export type Marking = (typeof markings)[number]

export interface Writing {
  readonly dialect: MeasuredDialect
  readonly model: string
  /** Text of the only tool's description. */
  readonly tools: string
  readonly marking: Marking
  /** Lifetimes asked for, of what stands before the conversation and of the conversation. */
  /** Whether the members of its messages are named from the last to the first. */
  readonly reversed: boolean
  readonly long: { readonly frame: boolean; readonly conversation: boolean }
  /** From 0 to 1, for markers anywhere. */
  readonly chance: () => number
}

const markerOf = (long: boolean): object => ({
  cache_control: long ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' },
})

const schema = { type: 'object', properties: { command: { type: 'string' } } }

type Block = Readonly<Record<string, unknown>>

const clientBlocks = ({ results, said }: ClientTurn): Block[] => [
  ...results.map(({ id, text, failed }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: text,
    ...(failed ? { is_error: true } : {}),
  })),
  ...(said === undefined ? [] : [{ type: 'text', text: said }]),
]

const modelBlocks = ({ said, calls }: ModelTurn): Block[] => [
  { type: 'text', text: said },
  ...calls.map((call) => ({ type: 'tool_use', ...call })),
]

const spread = 15

/** Which blocks of the conversation are marked, counted from its first one. */
const markedBlocks = (
  { marking, chance }: Writing,
  blocks: number,
  beforeLast: number,
  frameMarks: number,
): number[] => {
  const last = blocks - 1
  if (marking === 'usual' || marking === 'agent' || marking === 'last') return [last]
  if (marking === 'two turns') return [...new Set([Math.max(0, beforeLast - 1), last])]
  if (marking === 'spread') return [last, last - spread, last - 2 * spread].filter((index) => index >= 0)
  if (marking !== 'anywhere') return []
  const places = Array.from({ length: 4 - frameMarks }, () => Math.floor(chance() * blocks))
  return [...new Set(chance() < 0.7 ? [...places.slice(1), last] : places)]
}

const marksSystem: ReadonlySet<Marking> = new Set([
  'usual',
  'agent',
  'top-level and system',
  'two turns',
  'system',
  'spread',
])

const messagesBody = ({ system, past, pending }: Conversation, writing: Writing): object => {
  const { model, tools, marking, long } = writing
  const turns: { readonly role: string; readonly content: Block[] }[] = [
    ...past.flatMap(({ client, model: answer }) => [
      { role: 'user', content: clientBlocks(client) },
      { role: 'assistant', content: modelBlocks(answer) },
    ]),
    { role: 'user', content: clientBlocks(pending) },
  ]
  const systemMarked = marksSystem.has(marking) || (marking === 'anywhere' && writing.chance() < 0.5)
  const blocks = turns.reduce((sum, { content }) => sum + content.length, 0)
  const beforeLast = blocks - (turns.at(-1)?.content.length ?? 0) - (turns.at(-2)?.content.length ?? 0)
  const marked = new Set(markedBlocks(writing, blocks, beforeLast, systemMarked ? 1 : 0))
  let counted = 0
  const messages = turns.map(({ role, content }) => ({
    role,
    content: content.map((block) => {
      counted += 1
      return marked.has(counted - 1) ? { ...block, ...markerOf(long.conversation) } : block
    }),
  }))
  const systemBlock = { type: 'text', text: system, ...(systemMarked ? markerOf(long.frame) : {}) }
  const identity = marking === 'agent' ? [{ type: 'text', text: 'header' }] : []
  return {
    model,
    max_tokens: 1_024,
    ...(marking.startsWith('top-level') ? markerOf(long.conversation) : {}),
    tools: [{ name: 'bash', description: tools, input_schema: schema }],
    system: [...identity, systemBlock],
    messages,
  }
}

const argumentsOf = ({ input }: Call): string => JSON.stringify(input)

const chatBody = ({ system, past, pending }: Conversation, { model, tools }: Writing): object => {
  const ofClient = ({ results, said }: ClientTurn): object[] => [
    ...results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
    ...(said === undefined ? [] : [{ role: 'user', content: said }]),
  ]
  const ofModel = ({ said, calls }: ModelTurn): object => ({
    role: 'assistant',
    content: said,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: argumentsOf(call) },
          })),
        }),
  })
  return {
    model,
    tools: [{ type: 'function', function: { name: 'bash', description: tools, parameters: schema } }],
    messages: [
      { role: 'system', content: system },
      ...past.flatMap(({ client, model: answer }) => [...ofClient(client), ofModel(answer)]),
      ...ofClient(pending),
    ],
  }
}

const responsesBody = ({ system, past, pending }: Conversation, { model, tools }: Writing): object => {
  const ofClient = ({ results, said }: ClientTurn): object[] => [
    ...results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
    ...(said === undefined ? [] : [{ role: 'user', content: said }]),
  ]
  const ofModel = ({ said, calls }: ModelTurn): object[] => [
    { role: 'assistant', content: said },
    ...calls.map((call) => ({
      type: 'function_call',
      call_id: call.id,
      name: call.name,
      arguments: argumentsOf(call),
    })),
  ]
  return {
    model,
    store: false,
    tools: [{ type: 'function', name: 'bash', description: tools, parameters: schema }],
    input: [
      { role: 'developer', content: system },
      ...past.flatMap(({ client, model: answer }) => [...ofClient(client), ...ofModel(answer)]),
      ...ofClient(pending),
    ],
  }
}

const writers = { messages: messagesBody, 'chat-completions': chatBody, responses: responsesBody }

/** Objects in the lists of a body, with their members in the opposite order. */
const opposite = (body: object): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === 'messages' || name === 'input'
        ? value.map((message: object) => Object.fromEntries(Object.entries(message).reverse()))
        : value,
    ]),
  )

/** The body of the request that asks what is pending. */
export const bodyOf = (conversation: Conversation, writing: Writing): string =>
  JSON.stringify(
    writing.reversed
      ? opposite(writers[writing.dialect](conversation, writing))
      : writers[writing.dialect](conversation, writing),
  )
