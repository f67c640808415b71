// Makes a handler of a pipeline: middy's streaming, the one place where refusals become replies,
// and the metrics behind the answer.

import middy from '@middy/core'
import { requireFrontDoor } from '../core/access/front-door.ts'
import type { Inbound } from '../core/http/inbound.ts'
import { Refusal } from '../core/http/refusal.ts'
import { type Reply, refusalReply } from '../core/http/reply.ts'
import { asksForPage, welcomePage } from '../core/http/welcome-page.ts'
import { refusalMetrics } from '../core/metrics/exchange-metrics.ts'
import { errorChain } from '../core/runtime/error-chain.ts'
import { logger, metrics, telemetry } from './deployment.ts'
import { type FunctionUrlEvent, inboundFrom } from './platform/event.ts'
import { exchangeId } from './platform/exchange-id.ts'
import { type StreamContext, streamReplyMode } from './platform/stream-reply.ts'
import { readEnvironment } from './settings/env.ts'

const { ORIGIN_SECRETS, DASHBOARD_URL } = readEnvironment()

/** Any other error is our fault. The answer says so and says no more. */
const refusalFrom = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('internal', 'The service failed on this request.', { cause: error })

const refuse = (error: unknown, inbound: Inbound): Reply => {
  const refusal = refusalFrom(error)
  const { code, status, message: why } = refusal
  const causes = errorChain(refusal.cause).map(({ name }) => name)
  const line = { exchangeId: inbound.id, method: inbound.method, code, status, why, causes }
  if (refusal.status >= 500) logger.error('refused', line)
  else logger.info('refused', line)
  metrics.measure(refusalMetrics(refusal))
  return asksForPage(inbound) && code === 'service-key-missing' ? welcomePage(DASHBOARD_URL) : refusalReply(refusal)
}

const measured = (reply: Reply): Reply => ({
  ...reply,
  async settle(ending) {
    await reply.settle(ending)
    metrics.flush()
    await telemetry.afterExchange()
  },
})

/** The handler of one route. */
export const serve = (pipeline: (inbound: Inbound) => Promise<Reply>) =>
  middy<FunctionUrlEvent, Reply, Error, StreamContext>({
    executionMode: streamReplyMode,
    timeoutEarlyInMillis: 0,
  }).handler(async (event: FunctionUrlEvent, context: StreamContext) => {
    const now = Date.now()
    const deadline = now + context.getRemainingTimeInMillis()
    const inbound = { ...inboundFrom(event, exchangeId(now), now, deadline), left: context.left }
    try {
      requireFrontDoor(inbound.headers, ORIGIN_SECRETS)
      return measured(await pipeline(inbound))
    } catch (error) {
      return measured(refuse(error, inbound))
    }
  })
