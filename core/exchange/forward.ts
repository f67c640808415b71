// Sends the request upstream: once; or, when the provider rejects what we shortened, once more in its original form.

import { Refusal } from '../http/refusal.ts'
import type { Alarm } from '../runtime/alarm.ts'
import { firstOf } from '../runtime/first-of.ts'
import { addressOutbound } from '../upstream/address.ts'
import type { AnswerFailure } from '../upstream/provider.ts'
import type { ProviderPath } from '../upstream/providers.ts'
import { UpstreamFailed, type UpstreamResponse } from '../upstream/send.ts'
import type { Ports } from './ports.ts'
import type { JudgedRequest } from './request/judged-request.ts'
import type { CompactedBody } from './request/request-body.ts'

/** Left of an invocation to end it: to cut the relay, or to answer without the compressor, and to write the receipt. */
export const reservedMilliseconds = 5_000

/** The status in receipts where a client left before there was one, as in nginx's logs. No client sees it. */
export const clientLeftStatus = 499

/**
 * How long an upstream that a caller has chosen may be silent before its answer: as long as the front door waits. One that never
 * answers would keep an environment busy until the end of its invocation.
 */
const chosenSilenceMilliseconds = 120_000

/** How a provider says that it does not accept a request. */
const rejections: ReadonlySet<number> = new Set([400, 413, 422])

/** What came of sending. */
export interface Forwarded {
  readonly response: UpstreamResponse
  /** The body that the response answers. */
  readonly compacted: CompactedBody
  /** The upstream never answered; the response is ours, in the provider's own shape. */
  readonly failure?: UpstreamFailed
  /** The compacted form was rejected, and the original was sent after it. */
  readonly retriedVerbatim: boolean
  /** When the relay must be cut. */
  readonly cut: Alarm
}

const failureMessages: Readonly<Record<AnswerFailure, string>> = {
  timeout: 'The upstream did not answer in time.',
  unreachable: 'The upstream could not be reached.',
  // The next two may have been charged: a client must be able to tell them from a request that nobody received.
  broken: 'The upstream closed the connection without an answer.',
  malformed: 'The upstream sent an answer that is not valid HTTP.',
}

const nativeFailure = ({ kind }: UpstreamFailed, target: ProviderPath): UpstreamResponse => {
  const told = kind === 'address-rejected' ? 'unreachable' : kind
  const text = target.provider.failureBody(told, failureMessages[told])
  return {
    status: told === 'timeout' ? 504 : 502,
    headers: [['content-type', 'application/json']],
    body: (async function* () {
      yield Buffer.from(text)
    })(),
  }
}

/** Throws `Refusal` for an override whose name resolves to an address that may not be reached. */
export const forward = async (
  { inbound, upstream, target }: Pick<JudgedRequest, 'inbound' | 'upstream' | 'target'>,
  body: CompactedBody,
  ports: Pick<Ports, 'send' | 'alarm' | 'now'>,
): Promise<Forwarded> => {
  const cut = ports.alarm(inbound.deadline - reservedMilliseconds - ports.now())
  // A provider stops generating for a client that has left, as it would without us.
  const silence = upstream.overridden ? [ports.alarm(chosenSilenceMilliseconds)] : []
  const over = firstOf([
    cut.signal,
    ...(inbound.left === undefined ? [] : [inbound.left]),
    ...silence.map(({ signal }) => signal),
  ])
  const send = (content: string | Uint8Array): Promise<UpstreamResponse> =>
    ports.send(addressOutbound(inbound, upstream, target.provider, target.rest, content), over)
  const original: CompactedBody = {
    ...body,
    body: body.received,
    outcome: 'verbatim',
    reason: 'compacted-form-rejected',
  }

  let sent = body
  try {
    let response = await send(body.body)
    if (body.body !== body.received && rejections.has(response.status)) {
      await response.body[Symbol.asyncIterator]().return?.()
      sent = original
      response = await send(original.body)
    }
    return { response, compacted: sent, retriedVerbatim: sent === original, cut }
  } catch (error) {
    cut.clear()
    if (!(error instanceof UpstreamFailed)) throw error
    const retriedVerbatim = sent === original
    if (error.kind === 'address-rejected' && upstream.overridden && !retriedVerbatim)
      throw new Refusal('upstream-url-rejected', 'X-Service-Upstream-Url must name a public host.', { cause: error })
    // Whatever became of the second attempt, the first one was answered.
    const failure = retriedVerbatim ? new UpstreamFailed(error.kind, true, error.message, error) : error
    const native = nativeFailure(failure, target)
    const response = inbound.left?.aborted === true ? { ...native, status: clientLeftStatus } : native
    return { response, compacted: sent, failure, retriedVerbatim, cut }
  } finally {
    for (const alarm of silence) alarm.clear()
  }
}
