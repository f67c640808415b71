// What an exchange leaves for its receipt and its record once its answer has begun. Bodies are not part of it: a stream may stay
// open for minutes, and many at a time.

import type { SentConversation } from '../chain/remember/sent-conversation.ts'
import type { Inbound } from '../http/inbound.ts'
import type { UpstreamFailed } from '../upstream/send.ts'
import type { Forwarded } from './forward.ts'
import type { JudgedRequest } from './judged-request.ts'
import type { CompactedBody } from './request-body.ts'
import type { Stopwatch } from './stopwatch.ts'

/** One exchange whose answer has begun. */
export interface AnsweredExchange extends JudgedRequest {
  readonly forwarded: Forwarded
  readonly watch: Stopwatch
}

export interface ExchangeFacts
  extends Pick<AnsweredExchange, 'route' | 'grant' | 'options' | 'target' | 'upstream' | 'watch'> {
  readonly inbound: Omit<Inbound, 'body' | 'headers'>
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

/** What is written down as the answer begins is not held until it ends. */
const held = ({ sentAs: _, ...sent }: SentConversation): SentConversation => sent

/** Takes the facts out of the exchange. Nothing that they hold leads back to a body. `sent`: what the request leaves. */
export const exchangeFacts = (
  { inbound, forwarded, ...exchange }: AnsweredExchange,
  sent: SentConversation | undefined,
): ExchangeFacts => {
  const { route, grant, options, target, upstream, watch } = exchange
  const { body: _received, headers: _headers, ...received } = inbound
  const { body, received: _whole, decideInBackground: _decide, sent: _sent, ...compaction } = forwarded.compacted
  const { response, failure, retriedVerbatim } = forwarded
  return {
    ...{ route, grant, options, target, upstream, watch },
    inbound: received,
    compaction: { ...compaction, ...(sent === undefined ? {} : { sent: held(sent) }) },
    forwardedCharacters: body.length,
    status: response.status,
    retriedVerbatim,
    ...(failure === undefined ? {} : { failure }),
  }
}
