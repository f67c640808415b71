// The only list of dialects, by id.

import { chatCompletions } from './chat-completions/dialect.ts'
import type { Dialect } from './dialect.ts'
import { messages } from './messages/dialect.ts'
import { responses } from './responses/dialect.ts'

export const dialects = {
  messages,
  'chat-completions': chatCompletions,
  responses,
} satisfies Record<string, Dialect>

export type DialectId = keyof typeof dialects
