// Requests that a provider did not serve: nobody is charged for them, and they save nothing. It may have read them all the same.

import type { UpstreamFailed } from '../../upstream/send.ts'

/** The reason in the receipt of an answer whose status says that all is well and whose body begins with an error. */
export const errorInAnswer = 'error-in-answer'

/** Whether a request with this status was not served: it failed, or was redirected, which is not followed. */
export const isNotServed = (status: number): boolean => status >= 300

/** How a provider says that it takes no more: it has read nothing. */
const overloaded: ReadonlySet<number> = new Set([503, 529])

/**
 * Whether the provider may have cached a request with this status. One that fails, breaks off or lets its client wait until that leaves may have read
 * all of it by then; one that refuses it has not.
 */
export const isPerhapsTakenIn = ({
  status,
  failure,
}: {
  readonly status: number
  readonly failure?: Pick<UpstreamFailed, 'reached'>
}): boolean =>
  failure === undefined ? !isNotServed(status) || (status >= 500 && !overloaded.has(status)) : failure.reached
