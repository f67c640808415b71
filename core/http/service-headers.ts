// The request headers of the service itself, lower-case. None of them ever leaves: see `header-policy.ts`.

/** What every header of the service begins with. */
export const serviceHeaderPrefix = 'x-service-'

/** Carries the service key. */
export const serviceKeyHeader = 'x-service-auth-token'

/** Carries the credential for the upstream, in place of whatever else arrived. */
export const upstreamKeyHeader = 'x-service-upstream-key'

/** Redirects the forward. */
export const upstreamUrlHeader = 'x-service-upstream-url'

/** Groups requests into a session. */
export const sessionIdHeader = 'x-service-session-id'

/** Switches compaction off, or observes it, for one request. */
export const compactionHeader = 'x-service-compaction'
