// What the provider reports it has used and which calls it makes, spelled as each dialect spells it.

import type { MeasuredDialect } from '../../../testkit/data/conversation.ts'
import type { CachedInput } from './caches.ts'

const outputTokens = 100

const name = 'bash'

/** The answer to one request; its text is of no interest here. `searches`: of the web, by the provider itself. `calls`: of the client's tools. */
export const answerOf = (
  dialect: MeasuredDialect,
  { read, written, writtenLong, uncached }: CachedInput,
  searches = 0,
  calls = 0,
): object => {
  const ids = Array.from({ length: calls }, (_, index) => `call_${index}`)
  const input = read + written + writtenLong + uncached
  if (dialect === 'messages')
    return {
      type: 'message',
      role: 'assistant',
      content: ids.map((id) => ({ type: 'tool_use', id, name, input: {} })),
      usage: {
        input_tokens: uncached,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: written + writtenLong,
        cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: writtenLong },
        output_tokens: outputTokens,
        ...(searches === 0 ? {} : { server_tool_use: { web_search_requests: searches } }),
      },
    }
  if (dialect === 'chat-completions')
    return {
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', tool_calls: ids.map((id) => ({ id, function: { name } })) } },
      ],
      usage: {
        prompt_tokens: input,
        completion_tokens: outputTokens,
        total_tokens: input + outputTokens,
        prompt_tokens_details: { cached_tokens: read, ...(written > 0 ? { cache_write_tokens: written } : {}) },
      },
    }
  return {
    object: 'response',
    status: 'completed',
    output: [
      ...Array.from({ length: searches }, () => ({ type: 'web_search_call', status: 'completed' })),
      ...ids.map((call_id) => ({ type: 'function_call', call_id, name, arguments: '{}' })),
    ],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: read, ...(written > 0 ? { cache_write_tokens: written } : {}) },
      output_tokens: outputTokens,
      total_tokens: input + outputTokens,
    },
  }
}
