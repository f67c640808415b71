// An answer in the messages dialect.

import { type AnswerForm, type Asked, event, outputTokens, type PromptTokens } from './said.ts'

export const messagesUsage = ({ total, read, written }: PromptTokens, output: number) => ({
  input_tokens: total - read - written,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
  output_tokens: output,
})

const named = (type: string, more: object = {}): string => event({ type, ...more }, type)

/** A text in two parts, cut inside. */
const halves = (text: string): readonly string[] => [text.slice(0, text.length / 2), text.slice(text.length / 2)]

const message = ({ model, turn }: Asked): object => ({
  id: `msg_${turn}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
})

export const messages: AnswerForm = {
  whole(asked) {
    const { said, tokens, turn } = asked
    const words = [...said.words]
    const text = words.length === 0 ? [] : [{ type: 'text', text: words.join('') }]
    const call = said.call === undefined ? [] : [{ type: 'tool_use', id: `toolu_${turn}`, ...said.call }]
    return JSON.stringify({
      ...message(asked),
      content: [...text, ...call],
      stop_reason: said.call === undefined ? 'end_turn' : 'tool_use',
      usage: messagesUsage(tokens, outputTokens(words.length)),
    })
  },
  *stream(asked) {
    const { said, tokens, turn } = asked
    const usage = messagesUsage(tokens, 1)
    yield named('message_start', { message: { ...message(asked), content: [], stop_reason: null, usage } })
    yield named('ping')
    let words = 0
    for (const text of said.words) {
      if (words === 0) yield named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
      yield named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
      words += 1
    }
    if (words > 0) yield named('content_block_stop', { index: 0 })
    if (said.call !== undefined) {
      const index = words > 0 ? 1 : 0
      const block = { type: 'tool_use', id: `toolu_${turn}`, name: said.call.name, input: {} }
      yield named('content_block_start', { index, content_block: block })
      for (const part of halves(JSON.stringify(said.call.input)))
        yield named('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: part } })
      yield named('content_block_stop', { index })
    }
    const delta = { stop_reason: said.call === undefined ? 'end_turn' : 'tool_use', stop_sequence: null }
    yield named('message_delta', { delta, usage: { output_tokens: outputTokens(words) } })
    yield named('message_stop')
  },
}
