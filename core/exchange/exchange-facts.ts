// What an exchange leaves for its receipt and its record once its answer has begun. Bodies are not part of it: a stream may stay
// open for minutes, and many at a time.

import type { SentConversation } from '../chain/remember/sent-conversation.ts'
import { defined } from '../collections/defined.ts'
import type { Inbound } from '../http/inbound.ts'
import type { UpstreamFailed } from '../upstream/send.ts'
import type { Forwarded } from './forward.ts'
import type { JudgedRequest } from './request/judged-request.ts'
import type { CompactedBody } from './request/request-body.ts'
import type { Stopwatch } from './stopwatch.ts'

/** One exchange whose answer has begun. */
export interface AnsweredExchange extends JudgedRequest {
  readonly forwarded: Forwarded
  readonly watch: Stopwatch
}

export interface ExchangeFacts
  extends Pick<AnsweredExchange, 'route' | 'grant' | 'options' | 'target' | 'upstream' | 'watch'> {
  readonly inbound: Pick<Inbound, 'id' | 'receivedAt'> & { readonly left: AbortSignal | undefined }
  /** What became of the body, without the body. */
  readonly compaction: Omit<CompactedBody, 'body' | 'received' | 'decideInBackground' | 'sent'> & {
    /** Absent: the request leaves no record. */
    readonly sent?: SentConversation
  }
  readonly forwardedCharacters: number
  readonly status: number
  readonly failure?: UpstreamFailed
  readonly retriedVerbatim: boolean
}

/** What is written down as the answer begins is not held until it ends. Most requests have nothing of that kind, and a copy of the rest takes long. */
const held = (all: SentConversation): SentConversation => {
  if (all.sentAs === undefined) return all
  const { sentAs: _, ...sent } = all
  return sent
}

/** Takes the facts out of the exchange. Nothing that they hold leads back to a body. `sent`: what the request leaves. */
export const exchangeFacts = (
  { route, inbound, grant, options, target, upstream, forwarded, watch }: AnsweredExchange,
  sent: SentConversation | undefined,
): ExchangeFacts => {
  const { id, receivedAt, left } = inbound
  const { body, received: _whole, decideInBackground: _decide, sent: _sent, ...compaction } = forwarded.compacted
  const { response, failure, retriedVerbatim } = forwarded
  return {
    route,
    grant,
    options,
    target,
    upstream,
    watch,
    inbound: { id, receivedAt, left },
    compaction: { ...compaction, ...(sent === undefined ? {} : { sent: held(sent) }) },
    forwardedCharacters: body.length,
    status: response.status,
    retriedVerbatim,
    ...defined({ failure }),
  }
}
