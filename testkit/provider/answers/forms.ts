// The answers by the path that they are asked at.

import { chatCompletions } from './chat-completions.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'
import type { AnswerForm } from './said.ts'

export const formsByPath: ReadonlyMap<string, AnswerForm> = new Map([
  ['/v1/messages', messages],
  ['/v1/chat/completions', chatCompletions],
  ['/v1/responses', responses],
])
