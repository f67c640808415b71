// Which upstream a request goes to, and with which credential: the only maker of an Upstream. Entitlement was judged before.

import { defined } from '../collections/defined.ts'
import type { Inbound } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'
import { upstreamUrlHeader } from '../http/service-headers.ts'
import { upstreamCredential } from './credential.ts'
import { isElsewhere, type Placed, type UpstreamOrigins } from './origins.ts'
import type { Upstream } from './outbound.ts'
import { judgeUpstreamUrl } from './override-url.ts'
import type { Provider } from './provider.ts'

const overridden = (url: string, provider: Provider, origins: UpstreamOrigins): Placed => {
  const judged = judgeUpstreamUrl(url.trim(), origins.trustedForOverrides)
  if (typeof judged === 'string') throw new Refusal('upstream-url-rejected', `X-Service-Upstream-Url ${judged}.`)
  return { ...judged, elsewhere: isElsewhere(judged, provider, origins) }
}

const byDefault = (provider: Provider, { defaults }: UpstreamOrigins): Placed => {
  const destination = defaults[provider.id]
  if (destination === undefined) throw new Error(`The provider ${provider.id} is not served here.`)
  return destination
}

const missingCredential = ({ credential }: Provider): Refusal =>
  new Refusal('request-invalid', `The upstream key is missing: send it ${credential.advice}.`)

/** Worked out once for each list of providers. A deployment has one. */
const credentialNames = new WeakMap<UpstreamOrigins['providers'], readonly string[]>()

/** What arrived under any of these names was given to one provider or another, and goes out only as resolved here. */
const credentialHeaders = ({ providers }: UpstreamOrigins): readonly string[] => {
  const known = credentialNames.get(providers)
  if (known !== undefined) return known
  const names = [...new Set(providers.flatMap(({ credential }) => credential.headers.map(({ name }) => name)))]
  credentialNames.set(providers, names)
  return names
}

/**
 * The upstream of a request, judged. Throws `upstream-url-rejected` for an override that may not be used, and
 * `request-invalid` for a credential that is malformed, or missing where the default upstream needs one.
 */
export const resolveUpstream = (inbound: Inbound, provider: Provider, origins: UpstreamOrigins): Upstream => {
  const url = inbound.headers[upstreamUrlHeader]
  const destination = url === undefined ? byDefault(provider, origins) : overridden(url, provider, origins)
  const credential = upstreamCredential(inbound, provider)
  if (url === undefined && credential.fingerprint === undefined) throw missingCredential(provider)
  return {
    ...destination,
    overridden: url !== undefined,
    credential: credential.headers,
    withheld: { headers: credentialHeaders(origins), parameters: credential.withheldParameters },
    ...defined({ keyFingerprint: credential.fingerprint }),
  } as Upstream
}
