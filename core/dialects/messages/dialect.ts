import { providers } from '../../upstream/providers.ts'
import type { Dialect } from '../dialect.ts'
import { modelMember } from '../members/request-model.ts'
import { readMessages } from './read.ts'
import { messagesUsage } from './usage.ts'

export const messages: Dialect = {
  id: 'messages',
  provider: providers.anthropic,
  paths: ['/v1/messages'],
  modelOf: modelMember,
  read: readMessages,
  usage: messagesUsage,
  countsUncachedAlone: true,
}
