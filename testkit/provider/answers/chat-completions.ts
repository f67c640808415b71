// An answer in the chat-completions dialect.

import { type AnswerForm, type Asked, event, outputTokens, type PromptTokens } from './said.ts'

const usageOf = ({ total, read }: PromptTokens, output: number) => ({
  prompt_tokens: total,
  prompt_tokens_details: { cached_tokens: read },
  completion_tokens: output,
  total_tokens: total + output,
})

const toolCall = ({ said: { call }, turn }: Asked) =>
  call && {
    id: `call_${turn}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.input) },
  }

export const chatCompletions: AnswerForm = {
  whole(asked) {
    const { model, said, tokens, turn } = asked
    const words = [...said.words]
    const call = toolCall(asked)
    const content = words.length === 0 ? null : words.join('')
    const message = { role: 'assistant', refusal: null, content, tool_calls: call && [call] }
    const choices = [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop', logprobs: null }]
    const usage = usageOf(tokens, outputTokens(words.length))
    return JSON.stringify({ id: `chatcmpl_${turn}`, object: 'chat.completion', created: 1, model, choices, usage })
  },
  *stream(asked) {
    const { model, said, tokens, turn } = asked
    const common = { id: `chatcmpl_${turn}`, object: 'chat.completion.chunk', created: 1, model }
    const chunk = (delta: object, reason: string | null = null): string =>
      event({ ...common, choices: [{ index: 0, delta, finish_reason: reason }] })
    yield chunk({ role: 'assistant', content: '' })
    let words = 0
    for (const content of said.words) {
      yield chunk({ content })
      words += 1
    }
    const call = toolCall(asked)
    if (call) yield chunk({ tool_calls: [{ index: 0, ...call }] })
    yield chunk({}, call ? 'tool_calls' : 'stop')
    yield event({ ...common, choices: [], usage: usageOf(tokens, outputTokens(words)) })
    yield event('[DONE]')
  },
}
