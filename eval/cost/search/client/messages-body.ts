// A conversation as a body of the messages dialect, with the markers that clients put in.

import type { ClientTurn, Conversation, ModelTurn, Result } from '../shapes/conversation.ts'
import { type Block, toolSchema, type Writing } from '../shapes/writing.ts'
import { isAddress } from './addresses.ts'
import { markedBlocks, markerOf, marksSystem } from './markers.ts'
import { piecesOf } from './pieces.ts'

interface Turn {
  readonly role: string
  readonly content: readonly Block[]
}

const textBlock = (text: string): Block => ({ type: 'text', text })
const imageBlock = (image: string): Block => ({
  type: 'image',
  source: isAddress(image) ? { type: 'url', url: image } : { type: 'base64', media_type: 'image/png', data: image },
})

const fileBlock = (file_id: string): Block => ({ type: 'document', source: { type: 'file', file_id } })

const resultBlock = ({ id, text, failed, image, file }: Result, lists: boolean, tellsAll = false): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content:
    lists || image !== undefined || file !== undefined
      ? [
          textBlock(text),
          ...(image === undefined ? [] : [imageBlock(image)]),
          ...(file === undefined ? [] : [fileBlock(file)]),
        ]
      : text,
  ...(failed || tellsAll ? { is_error: failed } : {}),
})

const documentBlock = (data: string): Block => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data },
  citations: { enabled: true },
})

/** The user's messages; texts without a character are refused here. */
const userTurns = (
  { results, said, image, document, file, more = [], listed, filled }: ClientTurn,
  { lists: always, grouped }: Pick<Writing, 'lists' | 'grouped'>,
): Turn[] => {
  const lists = always || listed === true
  return [
    ...(grouped ? [] : results.map((result) => ({ role: 'user', content: [resultBlock(result, lists, listed)] }))),
    {
      role: 'user',
      content: [
        ...(grouped ? results.map((result) => resultBlock(result, lists, listed)) : []),
        ...(document === undefined ? [] : [documentBlock(document)]),
        ...(image === undefined ? [] : [imageBlock(image)]),
        ...(file === undefined ? [] : [fileBlock(file)]),
        ...(said === undefined ? [] : [textBlock(said)]),
        ...(filled && results.length > 0 ? [textBlock('')] : []),
      ],
    },
    ...more.filter((text) => text !== '').map((text) => ({ role: 'user', content: [textBlock(text)] })),
  ]
}

const instructionTurns = ({ instruction }: ClientTurn): Turn[] =>
  instruction === undefined ? [] : [{ role: 'system', content: [textBlock(instruction)] }]

/** What stands beside a text or a call that was answered, and says nothing. */
const beside = ({ raw }: ModelTurn, member: object): object => (raw === undefined ? {} : member)

/** What an answer says, in one text or in several, some of which are cited. */
const textsOf = (turn: ModelTurn): Block[] => {
  if (turn.cited !== true) return [{ ...textBlock(turn.said), ...beside(turn, { citations: null }) }]
  return piecesOf(turn.said).map((piece, index) => ({
    ...textBlock(piece),
    ...(index % 2 === 0
      ? {}
      : { citations: [{ type: 'char_location', cited_text: piece.slice(0, 20), document_index: 0 }] }),
  }))
}

/** What a tool of the provider's was asked, and what it gave. */
const ranBlocks = (ran: string): Block[] => {
  const id = `mcptoolu_${ran.slice(0, 12)}`
  return [
    { type: 'mcp_tool_use', id, name: 'search', server_name: 'docs', input: { query: ran.slice(0, 40) } },
    { type: 'mcp_tool_result', tool_use_id: id, is_error: false, content: [textBlock(ran)] },
  ]
}

const modelTurn = (turn: ModelTurn): Turn => ({
  role: 'assistant',
  content: [
    ...(turn.summary === undefined ? [] : [{ type: 'compaction', content: turn.summary }]),
    ...(turn.thought === undefined
      ? []
      : [{ type: 'thinking', thinking: turn.thought, signature: turn.thought.slice(0, 300) }]),
    ...(turn.ran === undefined ? [] : ranBlocks(turn.ran)),
    ...(turn.said === '' && turn.calls.length > 0 ? (turn.filled ? [textBlock('')] : []) : textsOf(turn)),
    ...turn.calls.map(({ spaced: _, ...call }) => ({
      type: 'tool_use',
      ...call,
      ...beside(turn, { caller: { type: 'direct' } }),
    })),
  ],
})

const modelTurns = (turn: ModelTurn, { grouped }: Pick<Writing, 'grouped'>): Turn[] => {
  const { role, content } = modelTurn(turn)
  return grouped ? [{ role, content }] : content.map((block) => ({ role, content: [block] }))
}

/** A turn of one text that nothing marks as kits spell it: as a string. */
const asString = ({ role, content }: Turn): object => {
  const [first, ...rest] = content
  const isPlain = first?.type === 'text' && rest.length === 0 && !('cache_control' in first)
  return { role, content: isPlain ? first.text : content }
}

/** The body of the request that asks what is pending. */
export const messagesBody = ({ system, past, pending }: Conversation, writing: Writing): object => {
  const { model, tools, marking, long, settings, strings, billing, volatile } = writing
  const turns: readonly Turn[] = [
    ...past.flatMap(({ client, model: answer }) => [
      ...userTurns(client, writing),
      ...instructionTurns(client),
      ...modelTurns(answer, writing),
    ]),
    ...userTurns(pending, writing),
  ].filter(({ content }) => content.length > 0)
  const systemMarked = marksSystem.has(marking) || (marking === 'anywhere' && writing.chance() < 0.5)
  const endsMarked = writing.marksInstructions && pending.instruction !== undefined
  const blocks = turns.reduce((sum, { content }) => sum + content.length, 0)
  const beforeLast = blocks - (turns.at(-1)?.content.length ?? 0) - (turns.at(-2)?.content.length ?? 0)
  const marked = new Set(markedBlocks(writing, blocks, beforeLast, systemMarked ? 1 : 0))
  if (endsMarked) marked.delete(blocks - 1)
  const lastMarked = Math.max(...marked)
  let counted = 0
  const messages = turns.map(({ role, content }) => ({
    role,
    content: content.map((block) => {
      counted += 1
      return marked.has(counted - 1)
        ? { ...block, ...markerOf(long.conversation || (long.older === true && counted - 1 < lastMarked)) }
        : block
    }),
  }))
  const prefilled: readonly Turn[] =
    pending.prefill === undefined ? [] : [{ role: 'assistant', content: [textBlock(pending.prefill)] }]
  const ending = instructionTurns(pending).map(({ role, content }) => ({
    role,
    content: content.map((block) => (endsMarked ? { ...block, ...markerOf(long.conversation) } : block)),
  }))
  const systemMarker = systemMarked ? markerOf(long.frame) : {}
  const systemBlock = { type: 'text', text: system, ...(volatile?.isMarked === true ? {} : systemMarker) }
  const behind =
    volatile === undefined ? [] : [{ type: 'text', text: volatile.text, ...(volatile.isMarked ? systemMarker : {}) }]
  const identity = [
    ...(billing === undefined ? [] : [{ type: 'text', text: billing }]),
    ...(marking === 'agent' ? [{ type: 'text', text: 'header' }] : []),
  ]
  return {
    model,
    max_tokens: 1_024,
    ...settings,
    ...(marking.startsWith('top-level') ? markerOf(long.conversation) : {}),
    tools: tools.map((tool) => ({ ...tool, input_schema: toolSchema })),
    system: [...identity, systemBlock, ...behind],
    messages: [...messages, ...ending, ...prefilled].map((turn) => (strings ? asString(turn) : turn)),
  }
}
