// Who is calling: service key header -> Grant, or 401, 403, 503. Knows nothing of what the caller wants to do.

import type { Headers } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'
import { outageRetryAfterSeconds } from '../http/retry-after.ts'
import { serviceKeyHeader } from '../http/service-headers.ts'
import type { CountMetric } from '../metrics/measure.ts'
import { StoreUnreachable } from '../runtime/store-unreachable.ts'
import type { Account, Grant, ServiceKey } from './account.ts'
import { holdsServiceKey, serviceKeyFault, serviceKeyHash } from './api-key.ts'
import type { AccountStore, KeyStore } from './stores.ts'

const hour = 3_600_000

const invalid = (message: string): Refusal => new Refusal('service-key-invalid', message)

/** Where a client has put its service key instead, if it has. */
const misplacedIn = (headers: Headers): string => {
  const found = Object.entries(headers).find(([, value]) => holdsServiceKey(value))
  return found === undefined ? '' : ` You sent it in ${found[0]}, where the provider's own key belongs.`
}

const secretFrom = (headers: Headers): string => {
  const secret = headers[serviceKeyHeader]
  if (secret === undefined || secret === '')
    throw new Refusal(
      'service-key-missing',
      `Send your service API key in the X-Service-Auth-Token header.${misplacedIn(headers)}`,
    )
  const fault = serviceKeyFault(secret)
  if (fault === 'shape')
    throw invalid('The X-Service-Auth-Token header is not a service API key: ak_ and 49 letters and digits.')
  if (fault === 'checksum')
    throw invalid('The service API key in X-Service-Auth-Token was mistyped: its checksum does not match.')
  return secret
}

const judgeKey = (key: ServiceKey | undefined, now: number): ServiceKey => {
  if (key === undefined) throw invalid('The service API key is not known.')
  if (key.revokedAt !== undefined) throw invalid('The service API key has been revoked.')
  if (key.expiresAt !== undefined && !(now < Date.parse(key.expiresAt)))
    throw invalid('The service API key has expired.')
  return key
}

const judgeAccount = (account: Account | undefined): Account => {
  if (account === undefined) throw invalid('The service API key belongs to no account.')
  if (account.kind !== 'organization' || !account.apiAccess)
    throw new Refusal('not-entitled', 'API access is not enabled for this account.')
  return account
}

export interface Stores {
  readonly keys: KeyStore
  readonly accounts: AccountStore
  readonly count: CountMetric
}

/**
 * Throws `Refusal`: 401 when the key is missing, malformed, unknown, revoked or expired, 403 when its account has no
 * API access, 503 when a store cannot be asked (never 401 for an outage). `now` in milliseconds since the epoch.
 */
export const authenticate = async (
  headers: Headers,
  { keys, accounts, count }: Stores,
  now: number,
): Promise<Grant> => {
  const keyHash = serviceKeyHash(secretFrom(headers))
  try {
    const key = judgeKey(await keys.find(keyHash), now)
    const account = judgeAccount(await accounts.find(key.accountId))
    if (key.lastUsedAt === undefined || now - Date.parse(key.lastUsedAt) >= hour)
      // Nobody waits for it: a note of use must not delay or end a request.
      keys.touch(keyHash, now).catch(() => undefined)
    return { account, key }
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error
    count('KeyStoreUnreachable')
    throw new Refusal('service-unavailable', 'Service API keys cannot be checked right now. Try again shortly.', {
      cause: error,
      retryAfterSeconds: outageRetryAfterSeconds,
    })
  }
}
