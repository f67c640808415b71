// The service itself: the real pipeline over stores in memory, with the real engines in this process and the run's clock.

import type { CompactionMode, CompactionPolicy } from '../../../core/access/policy.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import type { Ports } from '../../../core/exchange/ports.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { routes } from '../../../testkit/data/conversation.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { answerOf } from '../provider/usage.ts'
import { bodiesOf } from '../requests.ts'
import { type Observed, providerOf, type Strategy } from '../session-run.ts'

/** Nothing here takes so long that it has to be cut. */
const alarm: Ports['alarm'] = (milliseconds) => ({
  signal: milliseconds <= 0 ? AbortSignal.abort() : new AbortController().signal,
  clear: () => {},
})

const silent: Ports['log'] = { info: () => {}, warn: () => {}, error: () => {} }

const claimOf = (receipt: Receipt | undefined): Pick<Observed, 'claimed'> =>
  receipt?.effectiveTokensBefore === undefined || receipt.effectiveTokensAfter === undefined
    ? {}
    : { claimed: { before: receipt.effectiveTokensBefore, after: receipt.effectiveTokensAfter } }

type Rules = Pick<CompactionPolicy, 'fileReads' | 'observations'>

/** An account with this mode, these rules and adeline-1. Throws an error when the pipeline refuses a request or fails open. */
export const throughThePipeline = (mode: CompactionMode, rules: Rules = {}): Strategy =>
  async function* (run) {
    const { setting, times, compressor, dialect } = run
    const provider = providerOf(run)
    let now = noon
    let seen: { readonly observed: Pick<Observed, 'prompt' | 'input'>; readonly milliseconds: number } | undefined
    let receipt: Receipt | undefined
    const send: Ports['send'] = async ({ body }) => {
      const since = performance.now()
      const observed = provider(String(body), now)
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
      ports: { send, ledger, compressor, alarm, log: silent, now: () => now, count: () => {}, measure: () => {} },
    })
    const pipeline = exchange({ name: setting.dialect, dialect }, service.deployment)
    let index = 0
    for (const body of bodiesOf(run.session, setting)) {
      now = noon + (times[index] ?? 0)
      const { path } = routes[setting.dialect]
      const inbound = service.request({
        id: `01KAGFZ${String(index).padStart(19, '0')}`,
        body,
        path,
        receivedAt: now,
        deadline: now + 900_000,
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
