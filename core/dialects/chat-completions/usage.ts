// Usage of the chat-completions dialect: the last object that names it; streams name it only when the client asked. A call has its name
// where it begins.

import { type JsonObject, objectOf } from '../../json/object.ts'
import type { Usage } from '../../ledger/usage.ts'
import type { UsageFold } from '../dialect.ts'
import { listAt, objectAt } from '../usage/numbers.ts'
import { usageFrom } from '../usage/with-cached-input.ts'

const names = { input: 'prompt_tokens', output: 'completion_tokens', details: 'prompt_tokens_details' }

const isNamed = (call: JsonObject): boolean => typeof call.name === 'string'

/** Calls of an answer, or those that begin in a piece of it. */
const callsIn = (choice: JsonObject): number => {
  const said = objectAt(choice, 'message' in choice ? 'message' : 'delta')
  const calls = listAt(said, 'tool_calls')?.map(objectOf) ?? []
  const named = calls.filter((call) => isNamed(objectAt(call, 'function')) || isNamed(objectAt(call, 'custom')))
  return named.length + (isNamed(objectAt(said, 'function_call')) ? 1 : 0)
}

/** See `Dialect.usage`. */
export const chatCompletionsUsage = (): UsageFold => {
  let last: Usage | undefined
  let calls: number | undefined
  return {
    marker: /"usage"|"name"|\[DONE\]/,
    last: ['[DONE]'],
    add(object) {
      last = usageFrom(objectAt(object, 'usage'), names) ?? last
      for (const choice of listAt(object, 'choices') ?? []) calls = (calls ?? 0) + callsIn(objectOf(choice))
    },
    result: () => last,
    calls: () => calls,
  }
}
