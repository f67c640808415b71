// Whether a caller may do it now: the configured limits of key and account, one charge each, or 429.
// Knows nothing of how counters are kept, nor of outages: `counters-in-outage.ts` decides those.

import type { Inbound } from '../../http/inbound.ts'
import { Refusal } from '../../http/refusal.ts'
import { limitRetryAfterSeconds } from '../../http/retry-after.ts'
import { counted } from '../../text/counted.ts'
import { estimatedTokens } from '../../text/estimated-tokens.ts'
import type { Grant, Limits } from '../account.ts'
import type { Charge, CounterStore } from './counters.ts'
import { requestCharge, tokenCharge } from './gcra.ts'

interface Due {
  readonly charge: Charge
  /** Said to the caller when it refuses. Worded only then: a process takes longer for its first number in words than for a request. */
  readonly rule: () => string
}

/** What a limit charges for. */
export type Charged = Pick<Inbound, 'body' | 'headers' | 'receivedAt'>

/**
 * Input tokens that a body is charged as. An estimate, on purpose: nothing is tokenised on the request path. Takes time by its
 * length. An encoded body says nothing about what is in it, so it is charged a whole minute, the most that any body is.
 */
const chargedTokens = ({ body, headers }: Charged): number =>
  headers['content-encoding'] === undefined
    ? Math.ceil(estimatedTokens(Buffer.byteLength(body)))
    : Number.POSITIVE_INFINITY

const due = (whose: 'key' | 'account', id: string, limits: Limits, charged: Charged): readonly Due[] => {
  const { requestsPerMinute, tokensPerMinute } = limits
  const charges: Due[] = []
  if (requestsPerMinute !== undefined)
    charges.push({
      charge: requestCharge(`${whose}#${id}#requests`, requestsPerMinute),
      rule: () => `${counted(requestsPerMinute, 'request')} per minute of this ${whose}`,
    })
  if (tokensPerMinute !== undefined && charged.body.length > 0)
    charges.push({
      charge: tokenCharge(`${whose}#${id}#tokens`, tokensPerMinute, chargedTokens(charged)),
      rule: () => `${counted(tokensPerMinute, 'input token')} per minute of this ${whose}`,
    })
  return charges
}

/**
 * Charges the key's limits before the account's, requests before tokens; stops at the first that refuses, and gives
 * nothing back. An unset limit costs no call.
 * Throws `Refusal` 429 with the exact `Retry-After`.
 */
export const limit = async ({ account, key }: Grant, charged: Charged, counters: CounterStore): Promise<void> => {
  const charges = [
    ...due('key', key.keyId, key.limits, charged),
    ...due('account', account.accountId, account.limits, charged),
  ]
  for (const { charge, rule } of charges) {
    const outcome = await counters.take(charge, charged.receivedAt * 1000)
    if (outcome.admitted) continue
    const wait = limitRetryAfterSeconds(outcome.retryAfterMicroseconds)
    throw new Refusal('rate-limited', `The limit of ${rule()} is reached. Retry after ${wait} s.`, {
      retryAfterSeconds: wait,
    })
  }
}
