// The arithmetic of the bill: at the providers' prices, the same as the service's own, on runs that are made up.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { billOf, effectiveOf } from '../../../eval/cost/bill.ts'
import { benchCompressor } from '../../../eval/cost/engine.ts'
import { type ProviderName, providerNames, providers } from '../../../eval/cost/providers.ts'
import type { SessionRun, Strategy } from '../../../eval/cost/session-run.ts'
import { madeUpRuns } from '../../../eval/cost/sessions/made-up.ts'
import { sessionOf, timesOf } from '../../../eval/cost/sessions/session.ts'
import { throughThePipeline } from '../../../eval/cost/strategies/pipeline.ts'
import { byRule, direct, rivals } from '../../../eval/cost/strategies/rivals.ts'

const [run] = madeUpRuns()
if (run === undefined) throw new Error('No run was made up.')
const session = sessionOf(run, 1_500, true)

const runTo = (name: ProviderName): SessionRun => {
  const { setting, cache, lifetime } = providers[name]
  const dialect = dialects[setting.dialect]
  return { session, setting, dialect, times: timesOf(session, 1), cache, lifetime, compressor: benchCompressor() }
}

const input = { read: 1_000, written: 100, writtenLong: 10, uncached: 1 }

describe('effective tokens', () => {
  it('of marked caching: a tenth for reads, five quarters and twice for writes', () => {
    expect(effectiveOf(runTo('anthropic'), { input })).toBeCloseTo(100 + 125 + 20 + 1)
  })

  it('of automatic caching: a tenth for reads, everything else once', () => {
    expect(effectiveOf(runTo('openai'), { input })).toBeCloseTo(100 + 111)
    expect(effectiveOf(runTo('openai-responses'), { input })).toBeCloseTo(100 + 111)
  })
})

describe.each(providerNames)('a session to %s', (name) => {
  it('costs the same through the service that does nothing as without it', async () => {
    const run = runTo(name)
    const [without, off] = [await billOf(run, direct), await billOf(run, throughThePipeline('off'))]
    expect(off.effective).toBe(without.effective)
    expect(off.changes).toBe(0)
    expect(without.requests).toBe(session.asked.length)
  })

  it('costs what the receipts say that it costs', async () => {
    const run = runTo(name)
    let [seen, said] = [0, 0]
    const watched: Strategy = async function* (taken) {
      for await (const observed of throughThePipeline('arrival')(taken)) {
        seen += effectiveOf(taken, observed)
        said += observed.claimed?.after ?? Number.NaN
        yield observed
      }
    }
    await billOf(run, watched)
    expect(Math.abs(said - seen)).toBeLessThan(session.asked.length)
  })
})

it('what the model saw is all there when nothing is taken, and gone when the oldest results are', async () => {
  const run = runTo('anthropic')
  const { seen } = await billOf(run, direct)
  expect(seen?.all[0]).toBeGreaterThan(3)
  expect(seen?.all[1]).toBe(seen?.all[0])
  const masked = rivals['mask all but the last 10']
  if (masked === undefined) throw new Error('There is no such rival.')
  expect((await billOf(run, byRule(masked))).changes).toBeGreaterThan(0)
})
