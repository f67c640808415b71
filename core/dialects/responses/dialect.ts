import { providers } from '../../upstream/providers.ts'
import type { Dialect } from '../dialect.ts'
import { modelMember } from '../members/request-model.ts'
import { readResponses } from './read.ts'
import { responsesUsage } from './usage.ts'

export const responses: Dialect = {
  id: 'responses',
  provider: providers.openai,
  // A client that asks the provider to compact its conversation sends all of it, and would miss what is cached of it.
  paths: ['/v1/responses', '/v1/responses/compact'],
  modelOf: modelMember,
  read: readResponses,
  usage: responsesUsage,
}
