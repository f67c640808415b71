// The table of routes: which bodies are read as a conversation at all, and which pass as they are.

import { describe, expect, it } from 'vitest'
import { routeOf } from '../../../lambdas/routes.ts'

const routes: readonly (readonly [what: string, path: string, route: string, why: string])[] = [
  ['messages', '/anthropic/v1/messages', 'messages', 'a whole conversation'],
  ['chat completions', '/openai/v1/chat/completions', 'chat-completions', 'a whole conversation'],
  ['responses', '/openai/v1/responses', 'responses', 'a whole conversation'],
  [
    'a compaction of Codex',
    '/openai/v1/responses/compact',
    'responses',
    'the whole input: it reads the cache that the shortened form left',
  ],
  ['a count of tokens', '/anthropic/v1/messages/count_tokens', 'pass-through', 'it asks how long the original is'],
  ['a batch of messages', '/anthropic/v1/messages/batches', 'pass-through', 'bodies inside a body'],
  ['a batch', '/openai/v1/batches', 'pass-through', 'its bodies are in a file'],
  ['input items', '/openai/v1/responses/input_tokens', 'pass-through', 'it asks how long the original is'],
  ['files', '/openai/v1/files', 'pass-through', 'no conversation'],
  ['embeddings', '/openai/v1/embeddings', 'pass-through', 'no conversation'],
]

describe('a body of', () => {
  it.each(routes)('%s (%s) is read as %s, because: %s', (_what, path, route) => {
    expect(routeOf(path)).toBe(route)
  })
})
