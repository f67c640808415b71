// One recorded session, played without the service and with it in each mode that shortens: the bill of each.

import { type Bill, billOf } from '../../cost/bill.ts'
import { type Conditions, runOf } from '../../cost/comparison.ts'
import { benchCompressor } from '../../cost/engine.ts'
import { throughThePipeline } from '../../cost/strategies/pipeline.ts'
import { direct } from '../../cost/strategies/rivals.ts'
import type { RecordedSession } from '../sessions/recorded-session.ts'
import { simulatedProviderOf } from './simulated.ts'

export const playedModes = ['repeated', 'arrival'] as const
export type PlayedMode = (typeof playedModes)[number]

/** Input tokens as they are, and weighted by their price. */
export type Cost = Pick<Bill, 'tokens' | 'effective'>

export interface Played {
  readonly direct: Cost
  readonly modes: Readonly<Record<PlayedMode, Cost>>
}

const strategies = {
  direct,
  repeated: throughThePipeline('repeated'),
  arrival: throughThePipeline('arrival'),
}

/** Throws an error when the pipeline refuses a request of the session or fails open. */
export const playSession = async (session: RecordedSession): Promise<Played> => {
  const conditions: Conditions = {
    provider: simulatedProviderOf(session.setting),
    compressor: benchCompressor(),
    reads: 'superseded',
    seeds: [1],
    pauses: 'mixed',
  }
  const run = runOf(session, 1, conditions)
  const costOf = async (name: keyof typeof strategies): Promise<Cost> => {
    const { tokens, effective } = await billOf(run, strategies[name])
    return { tokens, effective }
  }
  return {
    direct: await costOf('direct'),
    modes: { repeated: await costOf('repeated'), arrival: await costOf('arrival') },
  }
}
