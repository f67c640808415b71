// The service itself: the real pipeline over stores in memory, with the real engines in this process and the run's clock.

import type { CompactionMode, CompactionPolicy } from '../../../core/access/policy.ts'
import { ofCache } from '../../../core/chain/identity/identity.ts'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../core/chain/record/store.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import type { Ports } from '../../../core/exchange/ports.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { routes } from '../../../testkit/data/conversation.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import {
  noon,
  received,
  serviceInMemory,
  unhurried,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'
import { answerOf } from '../provider/usage.ts'
import { bodiesOf } from '../requests.ts'
import { type Observed, providerOf, type SessionRun, type Strategy } from '../session-run.ts'

const claimOf = (receipt: Receipt | undefined): Pick<Observed, 'claimed'> =>
  receipt?.effectiveTokensBefore === undefined || receipt.effectiveTokensAfter === undefined
    ? {}
    : { claimed: { before: receipt.effectiveTokensBefore, after: receipt.effectiveTokensAfter } }

type Rules = Pick<CompactionPolicy, 'fileReads' | 'observations'>

/** What an account has in its table, and what time it is. */
interface Life {
  readonly records: Map<string, StoredRecord>
  now: number
}

/**
 * An account with this mode, these rules and adeline-1, whose sessions follow one another: it remembers what it has seen of its provider's cache. Throws
 * an error when the pipeline refuses a request or fails open.
 */
export const throughThePipeline = (mode: CompactionMode, rules: Rules = {}): Strategy => {
  const lives = new Map<SessionRun['cache'], Life>()
  return async function* (run) {
    const before = lives.get(run.cache) ?? { records: new Map<string, StoredRecord>(), now: noon }
    // The same session comes again with other pauses.
    const life = { ...before, records: new Map([...before.records].filter(([key]) => key.startsWith(ofCache))) }
    lives.set(run.cache, life)
    const start = life.now
    const { setting, times, compressor, dialect } = run
    const provider = providerOf(run)
    let seen: { readonly observed: Pick<Observed, 'prompt' | 'input'>; readonly milliseconds: number } | undefined
    let receipt: Receipt | undefined
    const send: Ports['send'] = async ({ body }) => {
      const since = performance.now()
      const observed = provider(String(body), life.now)
      const answer = JSON.stringify(answerOf(setting.dialect, observed.input))
      seen = { observed, milliseconds: performance.now() - since }
      return upstreamAnswer(200, [answer])
    }
    const ledger: Ports['ledger'] = {
      async put(written) {
        receipt = written
      },
    }
    const service = serviceInMemory({
      account: { compaction: { mode, compressor: 'adeline-1', ...rules } },
      ports: {
        send,
        ledger,
        compressor,
        chains: rememberedChains(memoryChains(life.records)),
        ...unhurried,
        now: () => life.now,
        // No work is given up, however busy the machine is.
        elapsed: () => 0,
        count: () => {},
        measure: () => {},
      },
    })
    const pipeline = exchange({ name: setting.dialect, dialect }, service.deployment)
    let index = 0
    for (const body of bodiesOf(run.session, setting)) {
      life.now = start + (times[index] ?? 0)
      const { path } = routes[setting.dialect]
      const inbound = service.request({
        id: `01KAGFZ${String(index).padStart(19, '0')}`,
        body,
        path,
        receivedAt: life.now,
        deadline: life.now + 900_000,
        headers: { authorization: 'Bearer key' },
      })
      const since = performance.now()
      const reply = await pipeline(inbound)
      const whole = performance.now() - since
      await received(reply)
      if (seen === undefined || receipt?.outcome === 'failed-open')
        throw new Error(
          `The pipeline failed at request ${index} of ${run.session.id}: ${receipt?.reason ?? reply.status}.`,
        )
      yield { ...seen.observed, added: whole - seen.milliseconds, ...claimOf(receipt) }
      seen = undefined
      index += 1
    }
  }
}
