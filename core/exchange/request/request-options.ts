// What a request asks of the service in its headers, judged into types.

import { defined } from '../../collections/defined.ts'
import { type CompactionHeader, compactionHeaders } from '../../compaction/plan.ts'
import type { Headers } from '../../http/inbound.ts'
import { Refusal } from '../../http/refusal.ts'
import { compactionHeader, sessionIdHeader } from '../../http/service-headers.ts'
import type { SessionClient } from '../../ledger/receipt.ts'
import { isUuid } from '../../text/uuid.ts'

export interface RequestOptions {
  readonly sessionId?: string
  /** Whose header named the session; present with `sessionId`. */
  readonly client?: SessionClient
  readonly compaction?: CompactionHeader
  /** Present with an `Idempotency-Key`. */
  readonly isNamed?: true
}

/** Session ids that coding agents send on their own; a value that is not a UUID is theirs to have, and is ignored. */
const agentSessionHeaders: readonly (readonly [name: string, client: SessionClient])[] = [
  ['x-claude-code-session-id', 'claude-code'],
  ['session-id', 'codex'],
  ['session_id', 'codex'],
]

/** How a client names a request, for its repetitions to be told (IETF draft, the Idempotency-Key HTTP header field, and as some spell it). */
const idempotencyHeaders = ['idempotency-key', 'x-idempotency-key'] as const

const sessionOf = (headers: Headers): Pick<RequestOptions, 'sessionId' | 'client'> => {
  const asked = headers[sessionIdHeader]
  if (asked !== undefined) {
    if (!isUuid(asked)) throw new Refusal('request-invalid', 'The X-Service-Session-Id header must be a UUID.')
    return { sessionId: asked.toLowerCase(), client: 'header' }
  }
  for (const [name, client] of agentSessionHeaders) {
    const value = headers[name]
    if (value !== undefined && isUuid(value)) return { sessionId: value.toLowerCase(), client }
  }
  return {}
}

const compactionOf = (headers: Headers): CompactionHeader | undefined => {
  const asked = headers[compactionHeader]
  if (asked === undefined) return undefined
  const known = compactionHeaders.find((value) => value === asked.toLowerCase())
  if (known === undefined)
    throw new Refusal('request-invalid', `The X-Service-Compaction header must be ${compactionHeaders.join(' or ')}.`)
  return known
}

/** Throws `Refusal` 400 naming the header. */
export const readRequestOptions = (headers: Headers): RequestOptions => {
  const session = sessionOf(headers)
  const compaction = compactionOf(headers)
  return {
    ...session,
    ...defined({ compaction }),
    ...(idempotencyHeaders.every((name) => headers[name] === undefined) ? {} : { isNamed: true }),
  }
}
