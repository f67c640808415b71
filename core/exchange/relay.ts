// Passes an answer through byte for byte while a meter looks on, and settles once the client has its last byte.

import { type Learned, nothingToLearn } from '../compaction/savings.ts'
import { forClient } from '../http/headers.ts'
import type { Ending, Reply } from '../http/reply.ts'
import { unreachedMetrics } from '../metrics/exchange-metrics.ts'
import type { Alarm } from '../runtime/alarm.ts'
import type { Forwarded } from './forward.ts'
import { type Meter, meterFor } from './meter.ts'
import type { Ports } from './ports.ts'
import { type Facts, factsOf, proxyReceipt, type Relayed } from './proxy-receipt.ts'
import { remember, touchChain } from './remember.ts'
import { settleReceipt } from './settlement.ts'

/** Learning goes on until the stream ends, and at least this long after it began. */
const learningMilliseconds = 2_000

/** A meter that fails has nothing to report; the relay does not notice. */
const unbreakable = (meter: Meter): Meter => {
  let broken = false
  const guard = <T>(look: () => T): T | undefined => {
    if (broken) return undefined
    try {
      return look()
    } catch {
      broken = true
      return undefined
    }
  }
  return { push: (chunk) => guard(() => meter.push(chunk)), finish: () => guard(() => meter.finish()) }
}

async function* watched(body: AsyncIterable<Uint8Array>, meter: Meter): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    meter.push(chunk)
    yield chunk
  }
}

/** Begins to learn what was saved. Asked for the result, it waits no longer than learning may take. */
const learn = ({ body, retriedVerbatim }: Forwarded, ports: Ports): ((ending: Ending) => Promise<Learned>) => {
  const stop = new AbortController()
  const since = ports.elapsed()
  const learning = retriedVerbatim ? Promise.resolve(nothingToLearn) : body.learn(stop.signal)
  return (ending) => {
    const left = ending === 'cut' ? 0 : learningMilliseconds - (ports.elapsed() - since)
    const enough = ports.alarm(left)
    if (enough.signal.aborted) stop.abort()
    else enough.signal.addEventListener('abort', () => stop.abort(), { once: true })
    return learning.finally(enough.clear)
  }
}

/** What remains to be done when the client has its last byte. */
const settlement =
  (facts: Facts, meter: Meter, learned: ReturnType<typeof learn>, touched: Promise<void>, cut: Alarm, ports: Ports) =>
  async (ending: Ending): Promise<void> => {
    const { failure, inbound, upstream, status, watch } = facts
    watch.lap('relay')
    cut.clear()
    // Never reached: nothing happened that anyone could be charged for.
    if (failure !== undefined && !failure.reached) {
      ports.measure(unreachedMetrics)
      ports.log.warn('upstream not reached', { exchangeId: inbound.id, host: upstream.host, status })
      return
    }
    const known = await learned(ending)
    const receipt = proxyReceipt(facts, meter.finish(), known, ending)
    await settleReceipt(receipt, ports)
    await remember(facts, known, receipt, touched, ports)
  }

/** The reply to the client, with its receipt to come. From here on nothing of the request is held but its facts. */
export const relay = (relayed: Relayed, ports: Ports): Reply => {
  const { response, failure, cut } = relayed.forwarded
  const { headers, cookies } = forClient(response.headers)
  const meter = unbreakable(
    meterFor(failure === undefined ? relayed.route.dialect?.usage() : undefined, headers['content-type']),
  )
  const facts = factsOf(relayed)
  const touched = touchChain(facts, ports)
  // Said when the exchange is settled.
  touched.catch(() => {})
  const settle = settlement(facts, meter, learn(relayed.forwarded, ports), touched, cut, ports)
  return { status: response.status, headers, cookies, body: watched(response.body, meter), settle }
}
