// How many exchanges of one account this process serves at the same time. A limit per minute says nothing of how long they last:
// a caller whose upstream never answers would fill the process within its limits.

import { Refusal } from '../../http/refusal.ts'
import type { Reply } from '../../http/reply.ts'
import { crowdRetryAfterSeconds } from '../../http/retry-after.ts'
import { counted } from '../../text/counted.ts'

export interface UnderWay {
  /** Runs an exchange, which is under way until its reply is settled. Throws `Refusal` 429 when too many are. */
  run(accountId: string, exchange: () => Promise<Reply>): Promise<Reply>
}

/** `most`: of one account. Holds nothing of accounts that are idle. */
export const exchangesUnderWay = (most = 500): UnderWay => {
  const counts = new Map<string, number>()
  const leave = (accountId: string): void => {
    const left = (counts.get(accountId) ?? 0) - 1
    if (left > 0) counts.set(accountId, left)
    else counts.delete(accountId)
  }
  return {
    async run(accountId, exchange) {
      const running = counts.get(accountId) ?? 0
      if (running >= most)
        throw new Refusal(
          'rate-limited',
          `More than ${counted(most, 'request of this account is', 'requests of this account are')} under way at once.`,
          {
            retryAfterSeconds: crowdRetryAfterSeconds,
          },
        )
      counts.set(accountId, running + 1)
      try {
        const reply = await exchange()
        return { ...reply, settle: (ending) => reply.settle(ending).finally(() => leave(accountId)) }
      } catch (error) {
        leave(accountId)
        throw error
      }
    },
  }
}
