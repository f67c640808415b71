// The only way the service itself says no: one table, one class, one body.
// An upstream's own error is not a refusal: it is relayed as it came.

import { errorBody } from './error-body.ts'

/** Status and public type of every refusal, by its code. docs/api.md explains them to callers. */
const refusals = {
  'service-key-missing': { status: 401, type: 'authentication_error' },
  'service-key-invalid': { status: 401, type: 'authentication_error' },
  'not-entitled': { status: 403, type: 'permission_error' },
  'front-door-passed-by': { status: 403, type: 'permission_error' },
  'not-signed-in': { status: 401, type: 'authentication_error' },
  'not-permitted': { status: 403, type: 'permission_error' },
  'cross-site': { status: 403, type: 'permission_error' },
  'rate-limited': { status: 429, type: 'rate_limit_error' },
  'request-invalid': { status: 400, type: 'invalid_request_error' },
  'model-unknown': { status: 400, type: 'unknown_model' },
  'upstream-url-rejected': { status: 400, type: 'upstream_url_rejected' },
  'not-found': { status: 404, type: 'not_found_error' },
  'method-not-allowed': { status: 405, type: 'method_not_allowed' },
  'upgrade-refused': { status: 426, type: 'invalid_request_error' },
  'request-too-large': { status: 413, type: 'request_too_large' },
  'service-unavailable': { status: 503, type: 'service_unavailable' },
  internal: { status: 500, type: 'internal_error' },
} as const

export type RefusalCode = keyof typeof refusals

export type RefusalStatus = (typeof refusals)[RefusalCode]['status']
export type RefusalType = (typeof refusals)[RefusalCode]['type']

const all = Object.values(refusals)

/** What `error.type` can be, each once. */
export const refusalTypes: readonly RefusalType[] = [...new Set(all.map(({ type }) => type))]

/** Every status that a refusal has, each once. */
export const refusalStatuses: readonly RefusalStatus[] = [...new Set(all.map(({ status }) => status))].toSorted(
  (one, other) => one - other,
)

/** What `error.type` can be with this status. */
export const refusalTypesOf = (wanted: RefusalStatus): readonly RefusalType[] => [
  ...new Set(all.filter(({ status }) => status === wanted).map(({ type }) => type)),
]

export interface RefusalDetails {
  /** What went wrong underneath. Logged by name, never shown. */
  readonly cause?: unknown
  /** The `Retry-After` of the answer, by the rule in `retry-after.ts`. */
  readonly retryAfterSeconds?: number
  /** Further public members of the `error` object, in snake_case. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Further response headers, lower-case. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The service says no. `message` is public: it may name fields and headers, never their values. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = refusals[code].status
    this.details = details
  }
}

/** The whole body of a refusal: `{type: "error", error: {type, message, …}}` on every route. */
export const refusalBody = (refusal: Refusal): string =>
  errorBody(refusals[refusal.code].type, refusal.message, refusal.details.members)

/** The response headers of a refusal, lower-case. */
export const refusalHeaders = (refusal: Refusal): Record<string, string> => ({
  'content-type': 'application/json',
  // A refusal is one caller's: nothing on the way may keep it for another one.
  'cache-control': 'no-store',
  ...(refusal.details.retryAfterSeconds === undefined
    ? {}
    : { 'retry-after': String(refusal.details.retryAfterSeconds) }),
  ...refusal.details.headers,
})
