// Whether a person may make one more key, token or invitation now.

import { Refusal } from '../../core/http/refusal.ts'
import { limitRetryAfterSeconds } from '../../core/http/retry-after.ts'
import { chargeMade } from '../../core/people/guesses.ts'
import type { PersonCall } from './people/me.ts'

/** Throws `Refusal` 429. */
export const mayMake = async ({
  personId,
  asked,
  ports,
}: Pick<PersonCall, 'personId' | 'asked' | 'ports'>): Promise<void> => {
  const charged = await chargeMade(ports.counters, personId, asked.now)
  if (charged.admitted) return
  const wait = limitRetryAfterSeconds(charged.retryAfterMicroseconds)
  throw new Refusal('rate-limited', `You have made many of these at once. Try again in ${wait} s.`, {
    retryAfterSeconds: wait,
  })
}
