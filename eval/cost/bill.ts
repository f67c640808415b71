// What one session cost on one way, and what the model saw on it.

import { dialects } from '../../core/dialects/registry.ts'
import { effectiveTokens } from '../../core/ledger/effective.ts'
import { type Seen, seenOf } from './fidelity.ts'
import { answerOf } from './provider/usage.ts'
import { pricesOfSetting } from './requests.ts'
import type { Passed, Trip, Way } from './trip.ts'

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
export const effectiveOf = ({ setting }: Trip, { input }: Pick<Passed, 'input'>): number => {
  const fold = dialects[setting.dialect].usage()
  fold.add({ ...answerOf(setting.dialect, input) })
  const usage = fold.result()
  if (usage === undefined) throw new Error('The provider reported no usage.')
  return effectiveTokens(usage, pricesOfSetting(setting))
}

/** Whether the second prompt does not begin with all of the first. */
const changes = (before: Passed | undefined, after: Passed): boolean =>
  before?.prompt.blocks.some(({ identity }, index) => after.prompt.blocks[index]?.identity !== identity) === true

/** Sends the session on its way and adds up. */
export const billOf = async (trip: Trip, way: Way): Promise<Bill> => {
  const messages = trip.session.steps.flatMap((step, message) => ('result' in step ? [message] : []))
  const results: ReadonlyMap<number, string>[] = []
  const added: number[] = []
  let [effective, tokens, changed, claimed] = [0, 0, 0, 0]
  let before: Passed | undefined
  for await (const passed of way(trip)) {
    const request = results.length
    const pause = (trip.times[request] ?? 0) - (trip.times[request - 1] ?? 0)
    if (pause < trip.lifetime && changes(before, passed)) changed += 1
    before = passed
    results.push(new Map(passed.prompt.results.map((text, index) => [messages[index] ?? -1, text])))
    effective += effectiveOf(trip, passed)
    const { read, written, writtenLong, uncached } = passed.input
    tokens += read + written + writtenLong + uncached
    added.push(passed.added)
    claimed += passed.claimed === undefined ? 0 : passed.claimed.before - passed.claimed.after
  }
  const bill = { requests: results.length, effective, tokens, changes: changed, added, claimed }
  if (!trip.session.unseen) return bill
  return { ...bill, seen: seenOf(trip.session, (request) => results[request] ?? new Map()) }
}
