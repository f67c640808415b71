// A write that is made only where nothing has changed since somebody looked: looks again where others write at the same moment.

import { Refusal } from '../../core/http/refusal.ts'
import { crowdRetryAfterSeconds } from '../../core/http/retry-after.ts'

const mostAttempts = 3

/** What `attempt` makes; undefined where others came in between. Throws `Refusal` where they do so again and again. */
export const untilMade = async <Made>(attempt: () => Promise<Made | undefined>): Promise<Made> => {
  for (let count = 0; count < mostAttempts; count += 1) {
    const made = await attempt()
    if (made !== undefined) return made
  }
  throw new Refusal('service-unavailable', 'Others are changing the members at this moment. Try again.', {
    retryAfterSeconds: crowdRetryAfterSeconds,
  })
}
