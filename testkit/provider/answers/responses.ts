// An answer in the responses dialect.

import { type AnswerForm, type Asked, event, outputTokens, type PromptTokens } from './said.ts'

const usageOf = ({ total, read }: PromptTokens, output: number) => ({
  input_tokens: total,
  input_tokens_details: { cached_tokens: read },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: total + output,
})

const textItem = ({ turn }: Asked, text: string) => ({
  id: `msg_${turn}`,
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
})

const callItem = ({ said: { call }, turn }: Asked) =>
  call && {
    id: `fc_${turn}`,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${turn}`,
    name: call.name,
    arguments: JSON.stringify(call.input),
  }

const responseOf = (asked: Asked, words: readonly string[]) => ({
  id: `resp_${asked.turn}`,
  object: 'response',
  created_at: 1,
  model: asked.model,
  status: 'completed',
  output: [words.length > 0 && textItem(asked, words.join('')), callItem(asked)].filter((item) => item),
  usage: usageOf(asked.tokens, outputTokens(words.length)),
})

export const responses: AnswerForm = {
  whole: (asked) => JSON.stringify(responseOf(asked, [...asked.said.words])),
  *stream(asked) {
    let sequence = 0
    const named = (type: string, data: object): string => event({ type, sequence_number: sequence++, ...data }, type)
    const begun = { ...responseOf(asked, []), status: 'in_progress', output: [], usage: null }
    yield named('response.created', { response: begun })
    const words: string[] = []
    for (const delta of asked.said.words) {
      const { id } = textItem(asked, '')
      const at = { output_index: 0, content_index: 0, item_id: id }
      if (words.length === 0) {
        const item = { ...textItem(asked, ''), content: [], status: 'in_progress' }
        const part = { type: 'output_text', text: '', annotations: [] }
        yield named('response.output_item.added', { output_index: 0, item })
        yield named('response.content_part.added', { ...at, part })
      }
      words.push(delta)
      yield named('response.output_text.delta', { ...at, delta, logprobs: [] })
    }
    if (words.length > 0)
      yield named('response.output_item.done', { output_index: 0, item: textItem(asked, words.join('')) })
    const item = callItem(asked)
    if (item) {
      const at = { output_index: words.length > 0 ? 1 : 0 }
      yield named('response.output_item.added', { ...at, item: { ...item, arguments: '', status: 'in_progress' } })
      yield named('response.function_call_arguments.delta', { ...at, item_id: item.id, delta: item.arguments })
      yield named('response.output_item.done', { ...at, item })
    }
    yield named('response.completed', { response: responseOf(asked, words) })
  },
}
