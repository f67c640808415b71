// By default CloudFront caches error answers to GET and HEAD for ten seconds, even where nothing else is cached, under a
// key without headers and query. One caller's error would be served to every other caller.

import { Duration } from 'aws-cdk-lib'
import type { ErrorResponse } from 'aws-cdk-lib/aws-cloudfront'

/** The statuses that CloudFront always caches, by its page "How CloudFront processes HTTP 4xx and 5xx status codes". */
export const cachedErrorStatuses: readonly number[] = [404, 405, 414, 500, 501, 502, 503, 504]

/** CloudFront's default. */
export const defaultErrorSeconds = 10

/** No error is cached. An answer's own `max-age` cannot lengthen that, because the behaviours' maximum is zero. */
export const uncachedErrors = (): ErrorResponse[] =>
  cachedErrorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) }))
