// Usage of the responses dialect: in the response itself, which terminal stream events carry whole, and so are its calls.

import { objectOf } from '../../json/object.ts'
import type { Usage } from '../../ledger/usage.ts'
import type { UsageFold } from '../dialect.ts'
import { listAt, objectAt } from '../usage/numbers.ts'
import { usageFrom } from '../usage/with-cached-input.ts'

const names = { input: 'input_tokens', output: 'output_tokens', details: 'input_tokens_details' }

/**
 * What an answer has of tools that the provider runs itself: its usage then sums up what each round has read (turnstone issue 1191, read 2026-11).
 * Of calls that a client may have to answer, the output: only the provider puts one into an answer.
 */
const ofOwnTools: ReadonlySet<unknown> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'tool_search_call',
  'shell_call_output',
  'program_output',
])

const hasRunTools = (response: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(response.output) && response.output.some((item) => ofOwnTools.has(item?.type))

/** `undefined`: it has no items, as it has none before it ends. */
const callsIn = (response: Readonly<Record<string, unknown>>): number | undefined => {
  const items = listAt(response, 'output') ?? []
  return items.length === 0 ? undefined : items.filter((item) => /_call$/.test(String(objectOf(item).type))).length
}

/** See `Dialect.usage`. */
export const responsesUsage = (): UsageFold => {
  let last: Usage | undefined
  let calls: number | undefined
  return {
    // In the last event too, also where it is null.
    marker: /"usage"/,
    last: ['response.completed', 'response.incomplete', 'response.failed'],
    add(object) {
      const response = 'response' in object ? objectAt(object, 'response') : object
      const usage = usageFrom(objectAt(response, 'usage'), names)
      if (usage !== undefined) last = hasRunTools(response) ? { ...usage, summed: true } : usage
      calls = callsIn(response) ?? calls
    },
    result: () => last,
    calls: () => calls,
  }
}
