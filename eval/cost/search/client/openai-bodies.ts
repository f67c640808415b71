// A conversation as a body of the two dialects of OpenAI.

import { itemOf } from '../../provider/named-files.ts'
import type { Call, ClientTurn, Conversation, ModelTurn } from '../shapes/conversation.ts'
import { countCheaply } from '../shapes/texts.ts'
import { toolSchema, type Writing } from '../shapes/writing.ts'

const argumentsOf = ({ input }: Call): string => JSON.stringify(input)
const urlOf = (image: string): string => `data:image/png;base64,${image}`

/** What the user says, as one text or as a list of parts. */
const saidIn = (
  { said = '', image, document, file }: ClientTurn,
  text: (text: string) => object,
  picture: (image: string) => object,
  named: (file: string) => object,
): string | object[] =>
  image === undefined && document === undefined && file === undefined
    ? said
    : [
        ...(file === undefined ? [] : [named(file)]),
        ...(document === undefined ? [] : [text(document)]),
        ...(image === undefined ? [] : [picture(image)]),
        text(said),
      ]

const chatText = (text: string): object => ({ type: 'text', text })
const chatPicture = (image: string): object => ({
  type: 'image_url',
  image_url: { url: urlOf(image), detail: 'high' },
})

const chatFile = (file_id: string): object => ({ type: 'file', file: { file_id } })

const chatClient = (turn: ClientTurn, lists: boolean): object[] => {
  const { results, said, more = [], instruction } = turn
  const pictures = results.flatMap(({ image }) => (image === undefined ? [] : [chatPicture(image)]))
  return [
    ...results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: lists ? [chatText(text)] : text })),
    // No result of a tool may hold an image here.
    ...(pictures.length === 0 ? [] : [{ role: 'user', content: pictures }]),
    ...(said === undefined ? [] : [{ role: 'user', content: saidIn(turn, chatText, chatPicture, chatFile) }]),
    ...more.map((text) => ({ role: 'user', content: text })),
    ...(instruction === undefined ? [] : [{ role: 'system', content: instruction }]),
  ]
}

const chatModel = ({ said, calls }: ModelTurn): object => ({
  role: 'assistant',
  content: said === '' && calls.length > 0 ? null : said,
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

/** The body of the request that asks what is pending, as chat completions. */
export const chatBody = ({ system, past, pending }: Conversation, writing: Writing): object => {
  const { model, tools, settings, lists } = writing
  return {
    model,
    ...settings,
    tools: tools.map((tool) => ({ type: 'function', function: { ...tool, parameters: toolSchema } })),
    messages: [
      { role: 'system', content: system },
      ...past.flatMap(({ client, model: answer }) => [...chatClient(client, lists), chatModel(answer)]),
      ...chatClient(pending, lists),
      ...(pending.prefill === undefined ? [] : [{ role: 'assistant', content: pending.prefill }]),
    ],
  }
}

const inputText = (text: string): object => ({ type: 'input_text', text })
const inputPicture = (image: string): object => ({ type: 'input_image', image_url: urlOf(image) })

const inputFile = (file_id: string): object => ({ type: 'input_file', file_id })

const responsesClient = (turn: ClientTurn, lists: boolean): object[] => {
  const { results, said, more = [], instruction } = turn
  return [
    ...results.map(({ id, text, image, file }) => ({
      type: 'function_call_output',
      call_id: id,
      output:
        lists || image !== undefined || file !== undefined
          ? [
              inputText(text),
              ...(image === undefined ? [] : [inputPicture(image)]),
              ...(file === undefined ? [] : [inputFile(file)]),
            ]
          : text,
    })),
    ...(said === undefined ? [] : [{ role: 'user', content: saidIn(turn, inputText, inputPicture, inputFile) }]),
    ...more.map((text) => ({ role: 'user', content: text })),
    ...(instruction === undefined ? [] : [{ role: 'developer', content: instruction }]),
  ]
}

const referenceTo = (text: string): object => ({
  type: 'item_reference',
  id: itemOf(countCheaply(text), text.slice(0, 12)),
})

const responsesModel = ({ said, calls, thought }: ModelTurn, { references }: Pick<Writing, 'references'>): object[] => [
  ...(thought === undefined
    ? []
    : [references ? referenceTo(thought) : { type: 'reasoning', summary: [], encrypted_content: thought }]),
  ...(said === '' && calls.length > 0 ? [] : [references ? referenceTo(said) : { role: 'assistant', content: said }]),
  ...calls.map((call) => ({
    type: 'function_call',
    call_id: call.id,
    name: call.name,
    arguments: argumentsOf(call),
  })),
]

/** The same as responses. */
export const responsesBody = ({ system, past, pending }: Conversation, writing: Writing): object => {
  const { model, tools, settings, lists } = writing
  return {
    model,
    store: false,
    ...settings,
    tools: tools.map((tool) => ({ type: 'function', ...tool, parameters: toolSchema })),
    input: [
      { role: 'developer', content: system },
      ...past.flatMap(({ client, model: answer }) => [
        ...responsesClient(client, lists),
        ...responsesModel(answer, writing),
      ]),
      ...responsesClient(pending, lists),
      ...(pending.prefill === undefined ? [] : [{ role: 'assistant', content: pending.prefill }]),
    ],
  }
}
