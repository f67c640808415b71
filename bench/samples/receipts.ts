// The receipts that a service with its stores in memory has written since it was asked last: they show that it did what
// was to be measured, and what its steps took.

import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { Figure } from '../../testkit/report/figures.ts'
import { median, percentile } from '../../testkit/report/statistics.ts'
import type { Target } from '../lineup/lineup.ts'
import type { Rounds } from './interleave.ts'

const receipts = z.array(
  z.object({ outcome: z.string(), segmentsCompacted: z.number(), steps: z.record(z.string(), z.number()) }),
)

/**
 * Steps of the pipeline that end before the answer begins. The body is read beside `limit`, which ends after it where counters
 * are in memory; `forward` is mostly the upstream's.
 */
const stepsBefore = ['authenticate', 'limit', 'read', 'recognise', 'compact', 'forward'] as const

/** How many results were shortened in the last request, once its receipt is written. Throws when there is none. */
export const lastShortened = async (service: Target): Promise<number> => {
  const last = (await service.process.ask('receipts', receipts)).at(-1)
  if (last === undefined) throw new Error(`${service.name} has written no receipt.`)
  return last.segmentsCompacted
}

const patienceMilliseconds = 15_000
const betweenMilliseconds = 100

/** A receipt is written behind its answer: a busy machine may write the last ones late. Throws when they never come. */
const receiptsOf = async (service: Target, count: number): Promise<z.infer<typeof receipts>> => {
  const taken: z.infer<typeof receipts> = []
  for (let waited = 0; ; waited += betweenMilliseconds) {
    taken.push(...(await service.process.ask('receipts', receipts)))
    if (taken.length >= count) return taken
    if (waited > patienceMilliseconds)
      throw new Error(`${service.name} has written ${taken.length} receipts instead of ${count}.`)
    await wait(betweenMilliseconds)
  }
}

/**
 * Percentiles of the pipeline's own steps over the counted rounds; the receipts before them were warm-up. A request that failed
 * open, as single ones do on a busy machine, is left out and counted. Throws when all of them did, and when another one had not
 * exactly `shortened` results shortened: then something else was measured.
 */
export const stepFigures = async (
  service: Target,
  shortened: number,
  { warmUp, counted: requests }: Pick<Rounds, 'warmUp' | 'counted'>,
): Promise<Figure[]> => {
  const taken = (await receiptsOf(service, warmUp + requests)).slice(warmUp)
  const counted = taken.filter(({ outcome }) => outcome !== 'failed-open')
  if (counted.length === 0) throw new Error(`${service.name}: every request failed open.`)
  const strange = counted.find(({ segmentsCompacted }) => segmentsCompacted !== shortened)
  if (strange !== undefined)
    throw new Error(`${strange.segmentsCompacted} results were shortened instead of ${shortened} (${strange.outcome}).`)
  const lost = taken.length - counted.length
  const left: Figure[] =
    lost === 0 ? [] : [{ subject: service.name, measure: 'failed open, left out', value: lost, unit: '' }]
  const steps = stepsBefore.flatMap((step): Figure[] => {
    const samples = counted.map(({ steps }) => steps[step] ?? Number.NaN)
    const subject = `  in memory: ${step}`
    return [
      { subject, measure: 'p50', value: median(samples), unit: 'ms' },
      { subject, measure: 'p99', value: percentile(samples, 99), unit: 'ms' },
    ]
  })
  return [...left, ...steps]
}
