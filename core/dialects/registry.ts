// The only list of dialects.

import { readChatCompletions } from './chat-completions/read.ts'
import { chatCompletionsUsage } from './chat-completions/usage.ts'
import type { Dialect } from './dialect.ts'
import { readMessages } from './messages/read.ts'
import { messagesUsage } from './messages/usage.ts'
import { readResponses } from './responses/read.ts'
import { responsesUsage } from './responses/usage.ts'

export const dialects = {
  messages: { id: 'messages', read: readMessages, usage: messagesUsage },
  'chat-completions': { id: 'chat-completions', read: readChatCompletions, usage: chatCompletionsUsage },
  responses: { id: 'responses', read: readResponses, usage: responsesUsage },
} as const satisfies Record<string, Dialect>
