// Usage of the responses dialect: in the response itself, which terminal stream events carry whole.

import type { Usage } from '../../ledger/usage.ts'
import type { UsageFold } from '../dialect.ts'
import { objectAt } from '../numbers.ts'
import { usageFrom } from '../usage-with-cached-input.ts'

const names = { input: 'input_tokens', output: 'output_tokens', details: 'input_tokens_details' }

/** See `Dialect.usage`. */
export const responsesUsage = (): UsageFold => {
  let last: Usage | undefined
  return {
    // In the last event too, also where it is null.
    marker: /"usage"/,
    last: ['response.completed', 'response.incomplete', 'response.failed'],
    add(object) {
      const response = 'response' in object ? objectAt(object, 'response') : object
      last = usageFrom(objectAt(response, 'usage'), names) ?? last
    },
    result: () => last,
  }
}
