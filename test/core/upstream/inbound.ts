// A request for the tests of this folder.

import type { Headers, Inbound } from '../../../core/http/inbound.ts'

export const inboundWith = (headers: Headers, more: Partial<Inbound> = {}): Inbound => ({
  id: '01JD0000000000000000000000',
  receivedAt: 1_763_700_000_000,
  method: 'POST',
  path: '/provider-a/v1/messages',
  query: '',
  body: '{}',
  deadline: 1_763_700_900_000,
  ...more,
  headers: { 'x-service-auth-token': 'ak_service', ...headers },
})
