// A messages request through the pipeline of a service in memory.

import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import type { Reply } from '../../../core/http/reply.ts'
import type { ServiceInMemory } from '../../../testkit/memory/service-in-memory.ts'

export type Change = Parameters<ServiceInMemory['request']>[0]

export const messages = (service: ServiceInMemory, change?: Change): Promise<Reply> =>
  exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)(service.request(change))

/** What the pipeline refuses with. Throws when it does not. */
export const refusal = async (service: ServiceInMemory, change?: Change): Promise<Refusal> => {
  try {
    await messages(service, change)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('not refused')
}

/** Goes to the other provider. */
export const chat = {
  path: '/provider-b/v1/chat/completions',
  headers: { 'x-api-key': undefined, authorization: 'Bearer sk-1' },
}
