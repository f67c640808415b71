// Turns an error before the answer into the port's own error. No message holds anything that was sent.

import { UpstreamFailed } from '../../core/upstream/send.ts'
import { ConnectTimeout } from './connect.ts'
import { AddressRejected, LookupTimeout } from './guarded-lookup.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** An answer with a head that nobody asked for. */
export class UnaskedHead extends Error {
  override readonly name = 'UnaskedHead'
}

/** Whether the upstream has sent bytes that are not HTTP, or a head that nobody asked for. */
const isMalformed = (error: unknown): boolean => error instanceof UnaskedHead || codeOf(error).startsWith('HPE_')

/** `reached`: the request was, or may have been, written. */
export const upstreamFailure = (error: unknown, reached: boolean): UpstreamFailed => {
  if (error instanceof AddressRejected) {
    return new UpstreamFailed(
      'address-rejected',
      reached,
      'The upstream host leads to an address that is not public.',
      error,
    )
  }
  if (error instanceof LookupTimeout || error instanceof ConnectTimeout || codeOf(error) === 'ETIMEOUT') {
    return new UpstreamFailed('timeout', reached, 'The upstream could not be connected to in time.', error)
  }
  if (!reached) return new UpstreamFailed('unreachable', reached, 'The upstream could not be connected to.', error)
  if (isMalformed(error))
    return new UpstreamFailed('malformed', reached, 'The upstream sent an answer that is not valid HTTP.', error)
  return new UpstreamFailed('broken', reached, 'The upstream closed the connection without an answer.', error)
}

/** The exchange's own deadline came first. */
export const abandoned = (reached: boolean, reason: unknown): UpstreamFailed =>
  new UpstreamFailed('timeout', reached, 'The upstream did not answer in time.', reason)
