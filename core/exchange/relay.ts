// Passes an answer through byte for byte while a meter looks on, and settles once the client has its last byte.

import type { SentConversation } from '../chain/remember/sent-conversation.ts'
import {
  type BackgroundDecisions,
  type DecideInBackground,
  nothingPending,
  nothingToDecide,
} from '../compaction/background/decide-in-background.ts'
import { forClient } from '../http/header-policy.ts'
import type { Ending, Reply } from '../http/reply.ts'
import { unreachedMetrics } from '../metrics/exchange-metrics.ts'
import type { Alarm } from '../runtime/alarm.ts'
import { reasonsOf } from '../runtime/error-chain.ts'
import type { Deployment } from './deployment.ts'
import { type AnsweredExchange, type ExchangeFacts, exchangeFacts } from './exchange-facts.ts'
import type { Forwarded } from './forward.ts'
import { type Meter, meterFor } from './meter/meter.ts'
import type { Ports } from './ports.ts'
import { proxyReceipt } from './receipt/proxy-receipt.ts'
import { settleReceipt } from './receipt/settle-receipt.ts'
import { releaseBodies } from './release-bodies.ts'
import { noteAccepted, remember } from './remember.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Decisions may be made until the stream ends, and at least this long after it began. */
const backgroundMilliseconds = 2_000

/** A meter for which the last event counts only if its client was there to read it. */
const whileThere = (meter: Meter, left: AbortSignal | undefined): Meter => {
  let ended = false
  return {
    push(chunk) {
      meter.push(chunk)
      ended ||= left?.aborted !== true && meter.hasEnded()
    },
    hasEnded: () => ended,
    finish: meter.finish,
    calls: meter.calls,
  }
}

/** A generator would cost each chunk three promises more. */
class Watched implements AsyncIterable<Uint8Array> {
  readonly #body: AsyncIterable<Uint8Array>
  readonly #meter: Meter
  readonly #begun: () => void

  /** `begun`: called once, when the client has asked for more than the first chunk. */
  constructor(body: AsyncIterable<Uint8Array>, meter: Meter, begun: () => void) {
    this.#body = body
    this.#meter = meter
    this.#begun = begun
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const source = this.#body[Symbol.asyncIterator]()
    let chunks = 0
    const look = (taken: IteratorResult<Uint8Array>): IteratorResult<Uint8Array> => {
      if (taken.done === true) return taken
      chunks += 1
      this.#meter.push(taken.value)
      return taken
    }
    return {
      next: () => {
        if (chunks === 1) this.#begun()
        return source.next().then(look)
      },
      return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    }
  }
}

interface Deciding {
  /** Starts to decide, if nobody has, once the client has what it was given and the facts are known. */
  begin(): void
  /** Waits no longer than decisions may take. */
  decisions(ending: Ending): Promise<BackgroundDecisions>
}

const nothingBehind: Deciding = { begin: () => {}, decisions: async () => nothingPending }

/** Decides, and calls `done` afterwards. */
const thenCalling =
  (done: () => void, decide: DecideInBackground): DecideInBackground =>
  (signal) =>
    decide(signal).finally(done)

/**
 * What is decided behind the stream, and not before the client has the first of it: the texts of a large body take long to ask about.
 * `release`: called once nobody reads the bodies any more.
 */
const decidingBehind = (
  { compacted, failure, retriedVerbatim }: Forwarded,
  facts: Promise<unknown>,
  release: () => void,
  ports: Ports,
): Deciding => {
  // What nobody has received is not settled: nobody would wait for it, or end it.
  const theirs = retriedVerbatim || failure?.reached === false ? nothingToDecide : compacted.decideInBackground
  if (theirs === nothingToDecide) {
    facts.then(release, () => {})
    return nothingBehind
  }
  // Leads to the whole body: let go of as soon as it is asked, because the answer may stream for minutes.
  let decide = thenCalling(release, theirs)
  const stop = new AbortController()
  const since = ports.elapsed()
  const asked = (): Promise<BackgroundDecisions> => {
    const once = decide
    decide = nothingToDecide
    return once(stop.signal)
  }
  let deciding: Promise<BackgroundDecisions> | undefined
  const begun = (): Promise<BackgroundDecisions> => {
    deciding ??= facts.then(ports.rest).then(asked)
    return deciding
  }
  return {
    begin: begun,
    decisions(ending) {
      const left = ending === 'cut' ? 0 : backgroundMilliseconds - (ports.elapsed() - since)
      const enough = ports.alarm(left)
      if (enough.signal.aborted) stop.abort()
      else enough.signal.addEventListener('abort', () => stop.abort(), { once: true })
      return begun().finally(enough.clear)
    },
  }
}

/** What is left of an exchange whose answer streams. */
interface Unsettled {
  readonly facts: Promise<ExchangeFacts>
  readonly watch: Stopwatch
  readonly meter: Meter
  readonly decisions: (ending: Ending) => Promise<BackgroundDecisions>
  readonly noted: Promise<void>
  /** Fires when the relay must be cut. */
  readonly cut: Alarm
}

/** What remains to be done when the client has its last byte. */
const settlement =
  ({ facts: theirs, watch, meter, decisions, noted, cut }: Unsettled, ports: Ports) =>
  async (ending: Ending): Promise<void> => {
    watch.lap('relay')
    cut.clear()
    const facts = await theirs
    await ports.rest()
    // A client that leaves once it has the last event, or a connection that breaks behind it, has broken nothing.
    const ended = meter.hasEnded() ? 'whole' : ending
    // Before anything that takes time, or ends this: a meter holds what has not ended.
    const reported = meter.finish()
    const { failure, inbound, upstream, status } = facts
    // The upstream was never reached: nothing happened that anyone could be charged for.
    if (failure !== undefined && !failure.reached) {
      if (inbound.left?.aborted === true) return
      ports.measure(unreachedMetrics)
      const causes = reasonsOf(failure.cause)
      ports.log.warn('upstream not reached', { exchangeId: inbound.id, host: upstream.host, status, causes })
      return
    }
    // A client that has left waits for nothing; one whose connection must break does.
    const decided = await decisions(inbound.left?.aborted === true ? ended : ending)
    const receipt = proxyReceipt(facts, reported, decided, ended)
    await settleReceipt(receipt, ports)
    await remember(facts, decided, { receipt, calls: meter.calls() }, noted, ports)
  }

/**
 * The reply to the client, with its receipt to come. As soon as it is known what the request leaves (`left`, which never rejects), only its
 * facts are held.
 */
export const relay = (
  answered: AnsweredExchange,
  left: Promise<SentConversation | undefined>,
  { ports, meterMemory }: Pick<Deployment, 'ports' | 'meterMemory'>,
): Reply => {
  const { response, failure, cut } = answered.forwarded
  const { headers, cookies } = forClient(response.headers, response.status)
  const usage = failure === undefined ? answered.route.dialect?.usage() : undefined
  const meter = whileThere(meterFor(usage, headers['content-type'], meterMemory), answered.inbound.left)
  const taken = left.then((sent) => ({ sent, facts: exchangeFacts(answered, sent) }))
  const facts = taken.then((these) => these.facts)
  const noted = taken.then(({ sent, facts: these }) => noteAccepted(sent, these, ports))
  // A failure is reported when the exchange is settled.
  noted.catch(() => {})
  const { begin, decisions } = decidingBehind(answered.forwarded, facts, () => releaseBodies(answered), ports)
  const settle = settlement({ facts, watch: answered.watch, meter, decisions, noted, cut }, ports)
  return { status: response.status, headers, cookies, body: new Watched(response.body, meter, begin), settle }
}
