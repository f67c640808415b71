// The types of a judged destination and of the request that goes there. Only `upstream/resolve.ts` makes an Upstream, only
// `upstream/address.ts` an Outbound. Which headers may go is for `http/header-policy.ts` to say.

import type { Headers } from '../http/inbound.ts'

declare const proof: unique symbol

/** A `T` that was made by the one function allowed to make it: the compiler then checks the order of the pipeline. */
type Proven<T, Name extends string> = T & { readonly [proof]: Name }

/** A destination that was judged: scheme, host, port and literal addresses are allowed. Resolved addresses are judged at the socket. */
export type Upstream = Proven<
  {
    /** `https://host[:port]`. */
    readonly origin: string
    readonly host: string
    /** What stands before the route's own path, without a trailing slash; may be empty. */
    readonly basePath: string
    /** The origin is trusted by deployment configuration: its addresses may be private. */
    readonly trusted: boolean
    /** Whether the caller chose it (`X-Service-Upstream-Url`). */
    readonly overridden: boolean
    /** Whether it may be anybody's, so that what it caches is not known. */
    readonly elsewhere: boolean
    /** Headers that carry the upstream credential, lower-case. */
    readonly credential: Headers
    /** Names under which credentials arrive; whatever else arrived under them is dropped. */
    readonly withheld: { readonly headers: readonly string[]; readonly parameters: readonly string[] }
    /** SHA-256 of the credential, hex; absent when there is none. */
    readonly keyFingerprint?: string
  },
  'Upstream'
>

export type Outbound = Proven<
  {
    readonly method: string
    readonly origin: string
    /** Whether the caller chose the origin: then its name may be anybody's. */
    readonly overridden: boolean
    /** Path and query exactly as they go on the wire. */
    readonly path: string
    readonly trusted: boolean
    readonly headers: Headers
    /** Empty: no body is sent. */
    readonly body: string | Uint8Array
  },
  'Outbound'
>
