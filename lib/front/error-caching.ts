// CloudFront keeps error answers to GET and HEAD for ten seconds unless it is told otherwise, also where nothing else is
// cached, under a key that holds neither headers nor the query: one caller's error would be served to every other caller.

import { Duration } from 'aws-cdk-lib'
import type { ErrorResponse } from 'aws-cdk-lib/aws-cloudfront'

/** The statuses that CloudFront always caches, by its page "How CloudFront processes HTTP 4xx and 5xx status codes". */
export const cachedErrorStatuses: readonly number[] = [404, 405, 414, 500, 501, 502, 503, 504]

/** What CloudFront does on its own. */
export const defaultErrorSeconds = 10

/** No error is kept. An answer's own `max-age` cannot lengthen that: the behaviours' longest time is zero. */
export const uncachedErrors = (): ErrorResponse[] =>
  cachedErrorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) }))
