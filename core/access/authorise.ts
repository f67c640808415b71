// Whether a caller may do what was asked: Grant + use -> nothing, or 403. Knows nothing of keys, limits or upstreams.

import type { Headers } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'
import { upstreamUrlHeader } from '../http/service-headers.ts'
import type { Entitlement, Grant } from './account.ts'

const what: Readonly<Record<Entitlement, string>> = {
  proxy: 'use of the proxy',
  compress: 'the compress endpoint',
  upstreamOverride: 'the X-Service-Upstream-Url header',
}

/** What a request needs. An upstream override counts on proxied routes alone: `/v1/compress` calls no upstream. */
const needed = (use: 'proxy' | 'compress', headers: Headers): readonly Entitlement[] =>
  use === 'proxy' && headers[upstreamUrlHeader] !== undefined ? [use, 'upstreamOverride'] : [use]

/** Throws `Refusal` 403 naming the first entitlement that is missing. */
export const authorise = ({ account }: Grant, use: 'proxy' | 'compress', headers: Headers): void => {
  for (const entitlement of needed(use, headers))
    if (!account.entitlements.includes(entitlement))
      throw new Refusal(
        'not-entitled',
        `This account is not entitled to ${what[entitlement]} (entitlement "${entitlement}").`,
      )
}
