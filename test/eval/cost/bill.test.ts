// The arithmetic of the bill: at the providers' prices, the same as the service's own, on runs that are made up.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { billOf, effectiveOf } from '../../../eval/cost/bill.ts'
import { benchCompressor } from '../../../eval/cost/engine.ts'
import { madeUpRuns } from '../../../eval/cost/made-up.ts'
import { type ProviderName, providerNames, providers } from '../../../eval/cost/providers.ts'
import { sessionOf, timesOf } from '../../../eval/cost/session.ts'
import type { Trip, Way } from '../../../eval/cost/trip.ts'
import { throughTheLine } from '../../../eval/cost/ways/line.ts'
import { byRule, direct, rivals } from '../../../eval/cost/ways/rivals.ts'

const [run] = madeUpRuns()
if (run === undefined) throw new Error('No run was made up.')
const session = sessionOf(run, 1_500, true)

const tripTo = (name: ProviderName): Trip => {
  const { setting, cache, lifetime } = providers[name]
  const dialect = dialects[setting.dialect]
  return { session, setting, dialect, times: timesOf(session, 1), cache, lifetime, compressor: benchCompressor() }
}

const input = { read: 1_000, written: 100, writtenLong: 10, uncached: 1 }

describe('effective tokens', () => {
  it('of marked caching: a tenth for reads, five quarters and twice for writes', () => {
    expect(effectiveOf(tripTo('anthropic'), { input })).toBeCloseTo(100 + 125 + 20 + 1)
  })

  it('of automatic caching: a tenth for reads, everything else once', () => {
    expect(effectiveOf(tripTo('openai'), { input })).toBeCloseTo(100 + 111)
    expect(effectiveOf(tripTo('openai-responses'), { input })).toBeCloseTo(100 + 111)
  })
})

describe.each(providerNames)('a session to %s', (name) => {
  it('costs the same through the service that does nothing as without it', async () => {
    const trip = tripTo(name)
    const [without, off] = [await billOf(trip, direct), await billOf(trip, throughTheLine('off'))]
    expect(off.effective).toBe(without.effective)
    expect(off.changes).toBe(0)
    expect(without.requests).toBe(session.asked.length)
  })

  it('costs what the receipts say that it costs', async () => {
    const trip = tripTo(name)
    let [seen, said] = [0, 0]
    const watched: Way = async function* (taken) {
      for await (const passed of throughTheLine('arrival')(taken)) {
        seen += effectiveOf(taken, passed)
        said += passed.claimed?.after ?? Number.NaN
        yield passed
      }
    }
    await billOf(trip, watched)
    expect(Math.abs(said - seen)).toBeLessThan(session.asked.length)
  })
})

it('what the model saw is all there when nothing is taken, and gone when the oldest results are', async () => {
  const trip = tripTo('anthropic')
  const { seen } = await billOf(trip, direct)
  expect(seen?.all[0]).toBeGreaterThan(3)
  expect(seen?.all[1]).toBe(seen?.all[0])
  const masked = rivals['mask all but the last 10']
  if (masked === undefined) throw new Error('There is no such rival.')
  expect((await billOf(trip, byRule(masked))).changes).toBeGreaterThan(0)
})
