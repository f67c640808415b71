// Looks at the service before a run and after it: what keeps the run from saving, and what it has saved.

import { Failed } from '../faults.ts'
import { askMe, askSession, type Service, Unreachable } from '../service.ts'
import type { RunMode } from '../variables.ts'
import type { World } from '../world.ts'
import type { Started } from './start.ts'
import { type Spent, spentSince, summaryOf } from './summary.ts'

/** A person waits for the agent meanwhile. */
const patienceMilliseconds = 3_000
/** The receipt of the last answer is on its way to the sums: they are asked a few times, and never long. */
const looks = 6
const looksApartMilliseconds = 300

export interface Before {
  /** The account's mode. */
  readonly accountMode: string
  /** What the session has spent before this run. */
  readonly spent?: Spent
}

/** Nothing, and a line that says why, where the service does not answer or does not know the token. */
export const lookBefore = async (
  world: World,
  service: Service,
  session: Started['session'],
): Promise<Before | undefined> => {
  try {
    const { mode } = await askMe(world, service, patienceMilliseconds)
    const spent = session?.isOld === true ? await askSession(world, service, session.id) : undefined
    return { accountMode: mode, ...(spent === undefined ? {} : { spent }) }
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    world.terminal.note(`compaction: ${error.message}`)
    return undefined
  }
}

/** Two looks that see the same have seen the last answer too. */
const lookedAt = async (
  world: World,
  service: Service,
  id: string,
  before: Spent | undefined,
): Promise<Spent | undefined> => {
  let last: Spent | undefined
  for (let look = 0; look < looks; look += 1) {
    const now = await askSession(world, service, id)
    const isStill = now !== undefined && now.exchanges === last?.exchanges
    last = now
    if (isStill && now.exchanges > (before?.exchanges ?? 0)) break
    await world.wait(looksApartMilliseconds)
  }
  return last === undefined ? undefined : spentSince(last, before)
}

/** The last line of a run in session `id`. */
export const lineAfter = async (
  world: World,
  service: Service,
  id: string,
  mode: RunMode,
  before: Before | undefined,
): Promise<string> => {
  const ask = `compaction savings --session ${id}`
  try {
    const spent = await lookedAt(world, service, id, before?.spent)
    if (spent === undefined || spent.exchanges === 0) return `nothing of this run has been counted yet: ${ask}`
    // Without a look before it, what is this run's own is not known.
    return before === undefined ? `the service answers again: ${ask}` : summaryOf(spent, mode, before.accountMode)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return error instanceof Unreachable
      ? `${error.message} What was saved, if it was there for the run: ${ask}`
      : error.message
  }
}
