// What stands in an answer of Responses that the provider has made itself: what stands for all before it, and what its tools have given.

import type { ModelTurn } from '../shapes/conversation.ts'

/** Items before what the model says. */
export const ofProvider = ({ summary, ran }: Pick<ModelTurn, 'summary' | 'ran'>): object[] => [
  ...(summary === undefined
    ? []
    : [{ type: 'compaction', id: `cmp_${summary.slice(0, 12)}`, encrypted_content: summary }]),
  ...(ran === undefined
    ? []
    : [
        {
          type: 'mcp_call',
          id: `mcp_${ran.slice(0, 12)}`,
          server_label: 'docs',
          name: 'search',
          arguments: JSON.stringify({ query: ran.slice(0, 40) }),
          output: ran,
          error: null,
        },
      ]),
]
