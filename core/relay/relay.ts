// Passes an answer through byte for byte while a meter looks on, and settles once the client has its last byte.

import { noSavings, type Savings } from '../compaction/savings.ts'
import { forClient } from '../http/headers.ts'
import { proxyReceipt, type Relayed } from '../ledger/proxy-receipt.ts'
import type { Ports } from '../ports.ts'
import type { Ending, Reply } from '../reply.ts'
import { settleReceipt } from '../settlement.ts'
import { type Meter, meterFor } from './meter.ts'

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

/** The reply to the client, with its receipt to come. */
export const relay = (exchanged: Relayed, ports: Ports): Reply => {
  const { forwarded, route, inbound, watch } = exchanged
  const { response, failure } = forwarded
  const { headers, cookies } = forClient(response.headers)
  const meter = unbreakable(
    meterFor(failure === undefined ? route.dialect?.usage() : undefined, headers['content-type']),
  )

  const stop = new AbortController()
  const learningSince = ports.elapsed()
  const learning = forwarded.retriedVerbatim ? Promise.resolve(noSavings) : forwarded.body.savings(stop.signal)

  const learned = async (ending: Ending): Promise<Savings> => {
    const left = ending === 'cut' ? 0 : learningMilliseconds - (ports.elapsed() - learningSince)
    const enough = ports.alarm(left)
    if (enough.signal.aborted) stop.abort()
    else enough.signal.addEventListener('abort', () => stop.abort(), { once: true })
    return learning.finally(enough.clear)
  }

  const settle = async (ending: Ending): Promise<void> => {
    watch.lap('relay')
    forwarded.cut.clear()
    // Never reached: nothing happened that anyone could be charged for.
    if (failure !== undefined && !failure.reached) {
      ports.log.warn('upstream not reached', {
        exchangeId: inbound.id,
        host: exchanged.upstream.host,
        status: response.status,
      })
      return
    }
    const savings = await learned(ending)
    await settleReceipt(proxyReceipt(exchanged, meter.finish(), savings, ending), ports)
  }
  return { status: response.status, headers, cookies, body: watched(response.body, meter), settle }
}
