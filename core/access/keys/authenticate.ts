// Who is calling: service key header -> Grant, or 401, 403, 503. Knows nothing of what the caller wants to do.

import { boundedMap } from '../../collections/bounded-map.ts'
import type { Headers } from '../../http/inbound.ts'
import { Refusal } from '../../http/refusal.ts'
import { outageRetryAfterSeconds } from '../../http/retry-after.ts'
import { serviceKeyHeader } from '../../http/service-headers.ts'
import type { CountMetric } from '../../metrics/measure.ts'
import { StoreUnreachable } from '../../runtime/store-unreachable.ts'
import type { Account, Grant, ServiceKey } from '../account.ts'
import { holdsServiceKey, serviceKeyFault, serviceKeyHash } from './api-key.ts'
import { isUseToBeNoted, keyState } from './key-state.ts'
import type { AccountStore, KeyStore } from './stores.ts'
import { expiryAfterUse } from './token.ts'

/** Makes the refusal of 401. It names the dashboard, where keys are generated and command lines sign in, if there is one. */
type Unknown = (code: 'service-key-missing' | 'service-key-invalid', message: string) => Refusal

const unknownAt =
  (dashboardUrl: string | undefined): Unknown =>
  (code, message) =>
    dashboardUrl === undefined
      ? new Refusal(code, message)
      : new Refusal(
          code,
          `${message} Get a key at ${dashboardUrl}, or sign in with \`npx ${dashboardUrl}/cli/compaction.tgz login\`.`,
          { members: { dashboard_url: dashboardUrl } },
        )

/** Where a client has put its service key instead, if it has. */
const misplacedIn = (headers: Headers): string => {
  const found = Object.entries(headers).find(([, value]) => holdsServiceKey(value))
  return found === undefined ? '' : ` You sent it in ${found[0]}, where the provider's own key belongs.`
}

/** Hashes of keys whose checksum is right: it takes longer to check one than to find the key here. */
const sound = boundedMap<true>(1_000)

const faultOf = (secret: string, keyHash: string): ReturnType<typeof serviceKeyFault> => {
  if (sound.get(keyHash) === true) return undefined
  const fault = serviceKeyFault(secret)
  if (fault === undefined) sound.set(keyHash, true)
  return fault
}

/** Whether headers carry what may be a service key. Asks no store. Without one `authenticate` says 401, whatever else is sent. */
export const carriesServiceKey = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean => {
  const secret = headers[serviceKeyHeader]
  return typeof secret === 'string' && faultOf(secret, serviceKeyHash(secret)) === undefined
}

const keyHashFrom = (headers: Headers, unknown: Unknown): string => {
  const secret = headers[serviceKeyHeader]
  if (secret === undefined || secret === '')
    throw unknown(
      'service-key-missing',
      `Send your service API key in the X-Service-Auth-Token header.${misplacedIn(headers)}`,
    )
  const keyHash = serviceKeyHash(secret)
  const fault = faultOf(secret, keyHash)
  if (fault === 'shape')
    throw unknown(
      'service-key-invalid',
      // A scheme or quotes around it, or the header twice, as one list.
      holdsServiceKey(secret)
        ? 'The X-Service-Auth-Token header holds more than a service API key: send the key alone, and once.'
        : 'The X-Service-Auth-Token header is not a service API key: ak_ or pt_, and 49 letters and digits.',
    )
  if (fault === 'checksum')
    throw unknown(
      'service-key-invalid',
      'The service API key in X-Service-Auth-Token was mistyped: its checksum does not match.',
    )
  return keyHash
}

const judgeKey = (key: ServiceKey | undefined, now: number, unknown: Unknown): ServiceKey => {
  if (key === undefined) throw unknown('service-key-invalid', 'The service API key is not known.')
  const what = key.issuedTo === undefined ? 'The service API key' : 'The token of this command line'
  const state = keyState(key, now)
  if (state === 'active') return key
  throw unknown('service-key-invalid', `${what} has ${state === 'revoked' ? 'been revoked' : 'expired'}.`)
}

/** An organization needs API access for its keys and tokens alike. A personal account has tokens, and never a key. */
const judgeAccount = (account: Account | undefined, { issuedTo }: ServiceKey, unknown: Unknown): Account => {
  if (account === undefined) throw unknown('service-key-invalid', 'The service API key belongs to no account.')
  if (account.kind === 'organization' && !account.apiAccess)
    throw new Refusal('not-entitled', 'API access is not enabled for this account. Its operator enables it.')
  if (account.kind === 'personal' && issuedTo === undefined)
    throw new Refusal('not-entitled', 'A personal account has no API key: use the command line.')
  return account
}

interface AuthenticationPorts {
  readonly keys: KeyStore
  readonly accounts: AccountStore
  readonly count: CountMetric
  /** Where people get keys and tokens; absent where there is no dashboard. */
  readonly dashboardUrl?: string
}

/**
 * Throws `Refusal`: 401 when the key or token is missing, malformed, unknown, revoked or expired, 403 when its account
 * may have none, 503 when a store cannot be asked (never 401 for an outage). `now` in milliseconds since the epoch.
 */
export const authenticate = async (
  headers: Headers,
  { keys, accounts, count, dashboardUrl }: AuthenticationPorts,
  now: number,
): Promise<Grant> => {
  const unknown = unknownAt(dashboardUrl)
  const keyHash = keyHashFrom(headers, unknown)
  try {
    const key = judgeKey(await keys.find(keyHash), now, unknown)
    const account = judgeAccount(await accounts.find(key.accountId), key, unknown)
    if (isUseToBeNoted(key, now))
      // Nobody waits for it: a note of use must not delay or end a request.
      keys.touch(keyHash, now, expiryAfterUse(key, now)).catch(() => undefined)
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
