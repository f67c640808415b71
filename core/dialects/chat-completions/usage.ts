// Usage of the chat-completions dialect: the last object that names it; streams name it only when the client asked.

import type { Usage } from '../../ledger/usage.ts'
import type { UsageFold } from '../dialect.ts'
import { objectAt } from '../numbers.ts'
import { usageFrom } from '../usage-with-cached-input.ts'

const names = { input: 'prompt_tokens', output: 'completion_tokens', details: 'prompt_tokens_details' }

/** See `Dialect.usage`. */
export const chatCompletionsUsage = (): UsageFold => {
  let last: Usage | undefined
  return {
    marker: /"usage"|\[DONE\]/,
    last: ['[DONE]'],
    add(object) {
      last = usageFrom(objectAt(object, 'usage'), names) ?? last
    },
    result: () => last,
  }
}
