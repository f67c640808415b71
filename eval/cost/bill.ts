// What one session cost under one strategy, and what the model saw on it.

import { dialects } from '../../core/dialects/registry.ts'
import { effectiveTokens } from '../../core/ledger/effective.ts'
import { type Seen, seenOf } from './fidelity.ts'
import { answerOf } from './provider/usage.ts'
import { pricesOfSetting } from './requests.ts'
import type { Observed, SessionRun, Strategy } from './session-run.ts'

export interface Bill {
  readonly requests: number
  /** Effective input tokens, at the provider's own usage and prices. */
  readonly effective: number
  /** All input tokens, and those of them that are in tool results. */
  readonly tokens: number
  /** Requests that changed what a warm cache held. */
  readonly changes: number
  /** Absent for runs that the ranker was trained on. */
  readonly seen?: Seen
  /** Milliseconds added to each request. */
  readonly added: readonly number[]
  /** Net effective tokens that the service says it saved. */
  readonly claimed: number
}

/** Effective tokens of one answer, read from it as the service reads it. */
export const effectiveOf = ({ setting }: SessionRun, { input }: Pick<Observed, 'input'>): number => {
  const fold = dialects[setting.dialect].usage()
  fold.add({ ...answerOf(setting.dialect, input) })
  const usage = fold.result()
  if (usage === undefined) throw new Error('The provider reported no usage.')
  return effectiveTokens(usage, pricesOfSetting(setting))
}

/** Whether the second prompt does not begin with all of the first. */
const changes = (before: Observed | undefined, after: Observed): boolean =>
  before?.prompt.blocks.some(({ identity }, index) => after.prompt.blocks[index]?.identity !== identity) === true

/** Sends the session by the strategy and adds up. */
export const billOf = async (run: SessionRun, strategy: Strategy): Promise<Bill> => {
  const messages = run.session.steps.flatMap((step, message) => ('result' in step ? [message] : []))
  const results: ReadonlyMap<number, string>[] = []
  const added: number[] = []
  let [requests, effective, tokens, changed, claimed] = [0, 0, 0, 0, 0]
  let before: Observed | undefined
  for await (const observed of strategy(run)) {
    const pause = (run.times[requests] ?? 0) - (run.times[requests - 1] ?? 0)
    requests += 1
    if (pause < run.lifetime && changes(before, observed)) changed += 1
    before = observed
    // Long sessions have as many results in each request as they have requests.
    if (run.session.unseen)
      results.push(new Map(observed.prompt.results.map((text, index) => [messages[index] ?? -1, text])))
    effective += effectiveOf(run, observed)
    const { read, written, writtenLong, uncached } = observed.input
    tokens += read + written + writtenLong + uncached
    added.push(observed.added)
    claimed += observed.claimed === undefined ? 0 : observed.claimed.before - observed.claimed.after
  }
  const bill = { requests, effective, tokens, changes: changed, added, claimed }
  if (!run.session.unseen) return bill
  return { ...bill, seen: seenOf(run.session, (request) => results[request] ?? new Map()) }
}
