import { providers } from '../../upstream/providers.ts'
import type { Dialect } from '../dialect.ts'
import { modelMember } from '../members/request-model.ts'
import { readChatCompletions } from './read.ts'
import { chatCompletionsUsage } from './usage.ts'

export const chatCompletions: Dialect = {
  id: 'chat-completions',
  provider: providers.openai,
  paths: ['/v1/chat/completions'],
  modelOf: modelMember,
  read: readChatCompletions,
  usage: chatCompletionsUsage,
}
