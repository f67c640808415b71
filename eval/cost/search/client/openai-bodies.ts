// A conversation as a body of the two dialects of OpenAI.

import { cacheBreakpoint } from '../../../../core/caches/breakpoint.ts'
import { itemOf } from '../../provider/named-files.ts'
import type { Call, ClientTurn, Conversation, ModelTurn } from '../shapes/conversation.ts'
import { countCheaply } from '../shapes/texts.ts'
import { toolSchema, type Writing } from '../shapes/writing.ts'
import { isAddress } from './addresses.ts'
import { markedBlocks, markerOf, marksSystem } from './markers.ts'
import { ofProvider } from './of-provider.ts'
import { piecesOf } from './pieces.ts'

const argumentsOf = ({ input, spaced }: Call): string =>
  spaced === true ? JSON.stringify(input, undefined, 1) : JSON.stringify(input)
const urlOf = (image: string): string => (isAddress(image) ? image : `data:image/png;base64,${image}`)

/** What the user says, as one text or as a list of parts. */
const saidIn = (
  { said = '', image, document, file }: ClientTurn,
  text: (text: string) => object,
  picture: (image: string) => object,
  named: (file: string) => object,
  isList = false,
): string | object[] =>
  image === undefined && document === undefined && file === undefined && !isList
    ? said
    : [
        ...(file === undefined ? [] : [named(file)]),
        ...(document === undefined ? [] : [text(document)]),
        ...(image === undefined ? [] : [picture(image)]),
        text(said),
      ]

const chatText = (text: string): object => ({ type: 'text', text })
const breaking = { [cacheBreakpoint]: { mode: 'explicit' } }
const chatPicture = (image: string): object => ({
  type: 'image_url',
  image_url: { url: urlOf(image), detail: 'high' },
})

const chatFile = (file_id: string): object => ({ type: 'file', file: { file_id } })

/** What a user says who says nothing beside results. */
const emptyTurn = { role: 'user', content: '' }

const chatClient = (turn: ClientTurn, { lists, marksChat }: Pick<Writing, 'lists' | 'marksChat'>): object[] => {
  const { results, said, more = [], instruction, listed = false, filled = false } = turn
  const pictures = results.flatMap(({ image }) => (image === undefined ? [] : [chatPicture(image)]))
  return [
    ...results.map(({ id, text, breaks }) => ({
      role: 'tool',
      tool_call_id: id,
      content: breaks ? [{ ...chatText(text), ...breaking }] : lists || listed ? [chatText(text)] : text,
    })),
    // No result of a tool may hold an image here.
    ...(pictures.length === 0 ? [] : [{ role: 'user', content: pictures }]),
    ...(said === undefined
      ? []
      : [{ role: 'user', content: saidIn(turn, chatText, chatPicture, chatFile, marksChat || listed) }]),
    ...more.map((text) => ({ role: 'user', content: text })),
    ...(filled && results.length > 0 ? [emptyTurn] : []),
    ...(instruction === undefined ? [] : [{ role: 'system', content: instruction }]),
  ]
}

/** What an answer says, as one text or as a list of them; beside calls it may say nothing. */
const chatContent = ({ said, calls, raw, filled, cited }: ModelTurn): string | object[] | null => {
  if (said === '' && calls.length > 0) return raw === 'item' || filled ? '' : null
  if (cited) return piecesOf(said).map(chatText)
  return raw === 'item' ? [chatText(said)] : said
}

const chatModel = (turn: ModelTurn, { reasons }: Pick<Writing, 'reasons'>): object => ({
  role: 'assistant',
  content: chatContent(turn),
  ...(reasons && turn.thought !== undefined ? { reasoning_content: turn.thought } : {}),
  ...(turn.raw !== undefined ? { refusal: null, annotations: [] } : {}),
  ...(turn.calls.length === 0
    ? {}
    : {
        tool_calls: turn.calls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: argumentsOf(call) },
        })),
      }),
})

/** With markers at the last parts of messages that are lists of parts, where its client puts any. */
const markedChat = (messages: readonly object[], writing: Writing): readonly object[] => {
  if (!writing.marksChat) return messages
  const listed = messages.flatMap((message, index) =>
    'content' in message && Array.isArray(message.content) ? [{ index, content: message.content }] : [],
  )
  const [, ...talk] = listed
  const systemMarked = marksSystem.has(writing.marking)
  const marked = new Set(markedBlocks(writing, talk.length, talk.length - 1, systemMarked ? 1 : 0).map((at) => at + 1))
  const places = new Map(
    listed.flatMap(({ index, content }, at) =>
      marked.has(at) || (at === 0 && systemMarked) ? [[index, { at, content }] as const] : [],
    ),
  )
  return messages.map((message, index) => {
    const place = places.get(index)
    if (place === undefined) return message
    const { at, content } = place
    const long = at === 0 ? writing.long.frame : writing.long.conversation
    return { ...message, content: [...content.slice(0, -1), { ...content.at(-1), ...markerOf(long) }] }
  })
}

/** The body of the request that asks what is pending, as chat completions. */
export const chatBody = ({ system, past, pending }: Conversation, writing: Writing): object => {
  const { model, tools, settings } = writing
  return {
    model,
    ...settings,
    tools: tools.map((tool) => ({ type: 'function', function: { ...tool, parameters: toolSchema } })),
    ...(writing.marksChat && writing.marking.startsWith('top-level') ? markerOf(writing.long.conversation) : {}),
    messages: markedChat(
      [
        {
          role: writing.systemAs === 'usual' ? 'system' : 'developer',
          content: writing.marksChat ? [chatText(system)] : system,
        },
        ...(writing.volatile === undefined ? [] : [{ role: 'system', content: writing.volatile.text }]),
        ...past.flatMap(({ client, model: answer }) => [...chatClient(client, writing), chatModel(answer, writing)]),
        ...chatClient(pending, writing),
        ...(pending.prefill === undefined ? [] : [{ role: 'assistant', content: pending.prefill }]),
      ],
      writing,
    ),
  }
}

const inputText = (text: string): object => ({ type: 'input_text', text })
const inputPicture = (image: string): object => ({ type: 'input_image', image_url: urlOf(image) })

const inputFile = (file_id: string): object => ({ type: 'input_file', file_id })

const responsesClient = (turn: ClientTurn, lists: boolean): object[] => {
  const { results, said, more = [], instruction, listed = false, filled = false } = turn
  return [
    ...results.map(({ id, text, image, file, breaks }) => ({
      type: 'function_call_output',
      call_id: id,
      output:
        lists || listed || breaks || image !== undefined || file !== undefined
          ? [
              { ...inputText(text), ...(breaks ? breaking : {}) },
              ...(image === undefined ? [] : [inputPicture(image)]),
              ...(file === undefined ? [] : [inputFile(file)]),
            ]
          : text,
    })),
    ...(said === undefined
      ? []
      : [
          {
            ...(listed ? { type: 'message' } : {}),
            role: 'user',
            content: saidIn(turn, inputText, inputPicture, inputFile, listed),
          },
        ]),
    ...more.map((text) => ({ role: 'user', content: text })),
    ...(filled && results.length > 0 ? [emptyTurn] : []),
    ...(instruction === undefined ? [] : [{ role: 'developer', content: instruction }]),
  ]
}

const referenceTo = (text: string): object => ({
  type: 'item_reference',
  id: itemOf(countCheaply(text), text.slice(0, 12)),
})

/** What an item has beside what it says, as it was answered. */
const named = ({ raw }: ModelTurn, id: string): object => (raw === undefined ? {} : { id, status: 'completed' })

const responsesModel = (turn: ModelTurn, { references }: Pick<Writing, 'references'>): object[] => [
  ...ofProvider(turn),
  ...saidItems(turn, references),
  ...turn.calls.map((call) => ({
    type: 'function_call',
    ...named(turn, `fc_${call.id}`),
    call_id: call.id,
    name: call.name,
    arguments: argumentsOf(call),
  })),
]

const outputText = (text: string): object => ({ type: 'output_text', text, annotations: [], logprobs: [] })

const saidItems = (turn: ModelTurn, references: boolean): object[] => [
  ...(turn.thought === undefined
    ? []
    : [
        references
          ? referenceTo(turn.thought)
          : {
              type: 'reasoning',
              ...named(turn, `rs_${turn.thought.slice(0, 12)}`),
              summary: [],
              encrypted_content: turn.thought,
            },
      ]),
  ...(turn.said === '' && turn.calls.length > 0 && turn.filled !== true
    ? []
    : [
        references
          ? referenceTo(turn.said)
          : {
              ...(turn.raw === 'item' ? { type: 'message' } : {}),
              role: 'assistant',
              ...named(turn, `msg_${turn.said.slice(0, 12)}`),
              content: turn.cited
                ? piecesOf(turn.said).map(outputText)
                : turn.raw === 'item'
                  ? [outputText(turn.said)]
                  : turn.said,
            },
      ]),
]

/** The same as responses. */
export const responsesBody = ({ system, past, pending }: Conversation, writing: Writing): object => {
  const { model, tools, settings, lists } = writing
  return {
    model,
    store: false,
    ...settings,
    tools: tools.map((tool) => ({ type: 'function', ...tool, parameters: toolSchema })),
    ...(writing.systemAs === 'member' ? { instructions: system } : {}),
    input: [
      ...(writing.systemAs === 'member'
        ? []
        : [{ role: writing.systemAs === 'usual' ? 'developer' : 'system', content: system }]),
      ...(writing.volatile === undefined ? [] : [{ role: 'developer', content: writing.volatile.text }]),
      ...past.flatMap(({ client, model: answer }) => [
        ...responsesClient(client, lists),
        ...responsesModel(answer, writing),
      ]),
      ...responsesClient(pending, lists),
      ...(pending.prefill === undefined ? [] : [{ role: 'assistant', content: pending.prefill }]),
    ],
  }
}
