// Whether a caller may do it now: the configured limits of key and account, one charge each, or 429.
// Knows nothing of how counters are kept, nor of outages: `counters-in-outage.ts` decides those.

import { Refusal } from '../http/refusal.ts'
import { estimatedTokens } from '../text/estimated-tokens.ts'
import type { Grant, Limits } from './account.ts'
import { requestCharge, retryAfterSeconds, tokenCharge } from './gcra.ts'
import type { Charge, CounterStore } from './stores.ts'

interface Due {
  readonly charge: Charge
  /** Said to the caller when it refuses. */
  readonly rule: string
}

/** Input tokens that a body is charged as. An estimate, on purpose: nothing is tokenised on the request path. Takes time by its length. */
const chargedTokens = (body: string | Uint8Array): number => Math.ceil(estimatedTokens(Buffer.byteLength(body)))

const due = (whose: 'key' | 'account', id: string, limits: Limits, body: string | Uint8Array): readonly Due[] => {
  const { requestsPerMinute, tokensPerMinute } = limits
  const charges: Due[] = []
  if (requestsPerMinute !== undefined)
    charges.push({
      charge: requestCharge(`${whose}#${id}#requests`, requestsPerMinute),
      rule: `${requestsPerMinute} requests per minute of this ${whose}`,
    })
  if (tokensPerMinute !== undefined && body.length > 0)
    charges.push({
      charge: tokenCharge(`${whose}#${id}#tokens`, tokensPerMinute, chargedTokens(body)),
      rule: `${tokensPerMinute} input tokens per minute of this ${whose}`,
    })
  return charges
}

/**
 * Charges the key's limits before the account's, requests before tokens; stops at the first that refuses, and gives
 * nothing back. An unset limit costs no call. `now` in milliseconds since the epoch.
 * Throws `Refusal` 429 with the exact `Retry-After`.
 */
export const limit = async (
  { account, key }: Grant,
  body: string | Uint8Array,
  counters: CounterStore,
  now: number,
): Promise<void> => {
  const charges = [
    ...due('key', key.keyId, key.limits, body),
    ...due('account', account.accountId, account.limits, body),
  ]
  for (const { charge, rule } of charges) {
    const outcome = await counters.take(charge, now * 1000)
    if (outcome.admitted) continue
    const wait = retryAfterSeconds(outcome.retryAfterMicroseconds)
    throw new Refusal('rate-limited', `The limit of ${rule} is reached. Retry after ${wait} s.`, {
      retryAfterSeconds: wait,
    })
  }
}
