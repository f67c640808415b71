// Adds up what was played: in all, and for each project.

import { listPriceOf } from '../../../core/savings/list-prices.ts'
import type { RecordedSession } from '../sessions/recorded-session.ts'
import { type Cost, type Played, type PlayedMode, playedModes } from './play.ts'

export const rowNames = ['direct', ...playedModes] as const
export type RowName = 'direct' | PlayedMode

export interface Amount extends Cost {
  /** Of the models that have a list price. */
  readonly dollars: number
}

export interface Tally {
  readonly sessions: number
  readonly requests: number
  /** Input tokens that the provider counted, where the files say so, and what was simulated of the same sessions. */
  readonly counted: { readonly provider: number; readonly simulated: number }
  readonly amounts: Readonly<Record<RowName, Amount>>
  /** Models without a list price. */
  readonly unpriced: readonly string[]
}

const nothing: Amount = { tokens: 0, effective: 0, dollars: 0 }

export const emptyTally: Tally = {
  sessions: 0,
  requests: 0,
  counted: { provider: 0, simulated: 0 },
  amounts: { direct: nothing, repeated: nothing, arrival: nothing },
  unpriced: [],
}

const plus = (one: Amount, { tokens, effective }: Cost, price: number): Amount => ({
  tokens: one.tokens + tokens,
  effective: one.effective + effective,
  dollars: one.dollars + (effective * price) / 1_000_000,
})

/** The tally with one session more. */
export const withSession = (tally: Tally, session: RecordedSession, { direct, modes }: Played): Tally => {
  const price = listPriceOf(session.setting.model)
  const { amounts, counted, unpriced } = tally
  const isCounted = session.countedTokens > 0
  return {
    sessions: tally.sessions + 1,
    requests: tally.requests + session.asked.length,
    counted: {
      provider: counted.provider + session.countedTokens,
      simulated: counted.simulated + (isCounted ? direct.tokens : 0),
    },
    amounts: {
      direct: plus(amounts.direct, direct, price ?? 0),
      repeated: plus(amounts.repeated, modes.repeated, price ?? 0),
      arrival: plus(amounts.arrival, modes.arrival, price ?? 0),
    },
    unpriced: price === undefined ? [...new Set([...unpriced, session.setting.model])] : unpriced,
  }
}

/** What a mode leaves away of effective input tokens, from 0 to 1; negative if it costs more. */
export const savedShare = ({ amounts }: Pick<Tally, 'amounts'>, mode: PlayedMode): number =>
  amounts.direct.effective === 0 ? 0 : 1 - amounts[mode].effective / amounts.direct.effective
