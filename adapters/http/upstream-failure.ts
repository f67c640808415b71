// What went wrong before an answer began, in the words of the port. No message here carries anything that was sent.

import { UpstreamFailed } from '../../core/upstream/send.ts'
import { AddressRejected, LookupTimeout } from './guarded-lookup.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** `reached`: the request was written, or might have been. */
export const upstreamFailure = (error: unknown, reached: boolean): UpstreamFailed => {
  if (error instanceof AddressRejected) {
    return new UpstreamFailed(
      'address-rejected',
      reached,
      'The upstream host leads to an address that is not public.',
      error,
    )
  }
  if (error instanceof LookupTimeout || codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT') {
    return new UpstreamFailed('timeout', reached, 'The upstream could not be connected to in time.', error)
  }
  const message = reached
    ? 'The upstream closed the connection without an answer.'
    : 'The upstream could not be connected to.'
  return new UpstreamFailed('unreachable', reached, message, error)
}

/** The caller's patience ended first. */
export const abandoned = (reached: boolean, reason: unknown): UpstreamFailed =>
  new UpstreamFailed('timeout', reached, 'The upstream did not answer in time.', reason)
