// All strategies beside one another on one set of sessions: each row against what the sessions cost with nothing between.

import { countTokens } from '../../compressor/text/tokens.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { type Share, shareOf } from '../../testkit/report/intervals.ts'
import { sum } from '../../testkit/report/statistics.ts'
import { type Bill, billOf } from './bill.ts'
import type { BenchCompressor } from './engine.ts'
import type { SimulatedProvider } from './providers.ts'
import { type ReadRule, readingBy } from './read-rules.ts'
import { representationsOf } from './representations.ts'
import type { SessionRun, Strategy } from './session-run.ts'
import { type PauseKind, type Session, timesOf } from './sessions/session.ts'
import type { Wording } from './sessions/wording.ts'
import { direct } from './strategies/rivals.ts'

export interface Row {
  readonly strategy: string
  /** Effective input tokens against direct, over sessions. */
  readonly mean: number
  readonly median: number
  readonly worst: number
  /** Shares of the sessions that cost more than direct: at all, and by more than one in a hundred. */
  readonly above: number
  readonly aboveByOne: number
  /** Saved of the bills of all sessions together. */
  readonly saved: number
  /** Tokens that did not travel, against those of the results that may be touched. */
  readonly savedOfTouchable: number
  /** Per session: requests that changed what a warm cache held. */
  readonly changes: number
  /** Of the runs that the ranker was not trained on: values and quotes that the model could still see when it used them. */
  readonly all: Share
  readonly aged: Share
  readonly anchors: Share
  /** Numbers of lines by which edits were made, and that results still told. */
  readonly numbers: Share
  /** Of names and states of records in results that are JSON: those that stand beside their record's identity in the last request. */
  readonly pairs: Share
  /** Milliseconds before the first byte. */
  readonly addedMedian: number
  readonly addedWorst: number
  /** Net effective tokens that receipts claim, against what was really saved; absent without receipts. */
  readonly claimed?: number
}

export interface Conditions {
  /** The same for all sessions, or for each its own. */
  readonly provider: SimulatedProvider | ((session: Session) => SimulatedProvider)
  /** The same for all sessions, or for each its own. */
  readonly compressor: BenchCompressor | ((session: Session) => BenchCompressor)
  readonly reads: ReadRule
  readonly seeds: readonly number[]
  readonly pauses: PauseKind
  readonly wording?: Wording
}

/** One session as it is sent under these conditions. */
export const runOf = (session: Session, seed: number, conditions: Conditions): SessionRun => {
  const { provider, compressor, reads, pauses, wording } = conditions
  const { setting, cache, lifetime } = typeof provider === 'function' ? provider(session) : provider
  const dialect = readingBy(dialects[setting.dialect], reads)
  const spoken = wording === undefined ? setting : { ...setting, wording }
  return {
    session,
    setting: spoken,
    dialect,
    times: timesOf(session, seed, pauses),
    cache,
    lifetime,
    compressor: typeof compressor === 'function' ? compressor(session) : compressor,
  }
}

/** Tokens of results that may be touched, in all requests together. */
const touchableTokens = async (run: SessionRun): Promise<number> => {
  const { wording: _, ...setting } = run.setting
  const results = await representationsOf({ ...run, setting })
  return results.reduce((total, { message, touchableFrom, whole }) => {
    const carried = run.session.asked.filter((end, request) => message < end && request >= touchableFrom).length
    return carried === 0 ? total : total + carried * countTokens(whole)
  }, 0)
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? Number.NaN
/** Rounding of shares is no session above direct. */
const tolerance = 1e-6

const rowOf = (strategy: string, bills: readonly Bill[], directs: readonly Bill[], touchable: number): Row => {
  const ratios = bills.map(({ effective }, index) => effective / (directs[index]?.effective ?? Number.NaN))
  const shareAbove = (limit: number): number =>
    ratios.filter((ratio) => ratio > limit + tolerance).length / ratios.length
  const added = bills.flatMap((bill) => [...bill.added])
  const effective = sum(directs.map((bill) => bill.effective))
  const saved = effective - sum(bills.map((bill) => bill.effective))
  const seen = bills.flatMap((bill) => bill.seen ?? [])
  const claimed = sum(bills.map((bill) => bill.claimed))
  return {
    strategy,
    mean: sum(ratios) / ratios.length,
    median: quantile(ratios, 0.5),
    worst: Math.max(...ratios),
    above: shareAbove(1),
    aboveByOne: shareAbove(1.01),
    saved: saved / effective,
    savedOfTouchable: sum(directs.map((bill, index) => bill.tokens - (bills[index]?.tokens ?? 0))) / touchable,
    changes: sum(bills.map((bill) => bill.changes)) / bills.length,
    all: shareOf(seen.map(({ all }) => all)),
    aged: shareOf(seen.map(({ aged }) => aged)),
    anchors: shareOf(seen.map(({ anchors }) => anchors)),
    numbers: shareOf(seen.map(({ numbers }) => numbers)),
    pairs: shareOf(seen.map(({ pairs }) => pairs)),
    addedMedian: quantile(added, 0.5),
    addedWorst: quantile(added, 0.99),
    ...(claimed === 0 ? {} : { claimed: claimed / effective }),
  }
}

/** One row for each strategy, direct first. */
export const compare = async (
  sessions: readonly Session[],
  strategies: Readonly<Record<string, Strategy>>,
  conditions: Conditions,
): Promise<Row[]> => {
  const runs = conditions.seeds.flatMap((seed) => sessions.map((session) => runOf(session, seed, conditions)))
  const billsOf = async (strategy: Strategy): Promise<Bill[]> => {
    const bills: Bill[] = []
    for (const run of runs) bills.push(await billOf(run, strategy))
    return bills
  }
  const directs = await billsOf(direct)
  let touchable = 0
  for (const run of runs) touchable += await touchableTokens(run)
  const rows = [rowOf('direct', directs, directs, touchable)]
  for (const [name, strategy] of Object.entries(strategies))
    rows.push(rowOf(name, await billsOf(strategy), directs, touchable))
  return rows
}
