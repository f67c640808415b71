import { providers } from '../../upstream/providers.ts'
import type { Dialect } from '../dialect.ts'
import { modelMember } from '../request-model.ts'
import { readResponses } from './read.ts'
import { responsesUsage } from './usage.ts'

export const responses: Dialect = {
  id: 'responses',
  provider: providers.openai,
  paths: ['/v1/responses'],
  modelOf: modelMember,
  read: readResponses,
  usage: responsesUsage,
}
