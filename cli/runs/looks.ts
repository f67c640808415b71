// Looks at the service before a run and after it: what keeps the run from saving, and what it has saved.

import { defined } from '../../core/collections/defined.ts'
import { askMe, Unreachable } from '../service/ask.ts'
import type { Service } from '../service/current.ts'
import type { RunMode } from '../service/variables.ts'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { type Count, countOfSession, countOfToken, type TokenDays, tokenDays } from './counts.ts'
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
  readonly token: TokenDays
  /** What the session has spent before this run, and what the token had where the session was not known yet. */
  readonly ofSession?: Spent
  readonly ofToken?: Spent
}

/** Nothing, and a line that says why, where the service does not answer or does not know the token. */
export const lookBefore = async (
  world: World,
  service: Service,
  session: Started['session'],
): Promise<Before | undefined> => {
  try {
    const { mode, token: known } = await askMe(world, service, patienceMilliseconds)
    const token = tokenDays(world, known.id)
    const ofSession = session?.isOld === true ? await countOfSession(world, service, session.id).look() : undefined
    const ofToken = session === undefined ? await countOfToken(world, service, token).look() : undefined
    return { accountMode: mode, token, ...defined({ ofSession, ofToken }) }
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    world.terminal.note(`compaction: ${error.message}`)
    return undefined
  }
}

/** Two looks that see the same have seen the last answer too. */
const lookedAt = async (
  world: World,
  { look: lookAt }: Count,
  before: Spent | undefined,
): Promise<Spent | undefined> => {
  let last: Spent | undefined
  for (let look = 0; look < looks; look += 1) {
    const now = await lookAt()
    const isStill = now !== undefined && now.exchanges === last?.exchanges
    last = now
    if (isStill && now.exchanges > (before?.exchanges ?? 0)) break
    await world.wait(looksApartMilliseconds)
  }
  return last === undefined ? undefined : spentSince(last, before)
}

/** The last line of a run in session `id`; absent: its session is not known. */
export const lineAfter = async (
  world: World,
  service: Service,
  id: string | undefined,
  mode: RunMode,
  before: Before | undefined,
): Promise<string> => {
  const count = id === undefined ? countOfToken(world, service, before?.token) : countOfSession(world, service, id)
  const { command, meanwhile } = count
  try {
    const spent = await lookedAt(world, count, id === undefined ? before?.ofToken : before?.ofSession)
    // Without a look before it, what is this run's own is not known.
    if (before === undefined) return `the service answers again: ${command}`
    if (spent === undefined || spent.exchanges === 0) return `nothing of this run has been counted yet: ${command}`
    // Whether a program without a session has asked for a mode, only the figures tell.
    return `${summaryOf(spent, id === undefined ? 'account' : mode, before.accountMode)}${meanwhile}`
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return error instanceof Unreachable
      ? `${error.message} What was saved, if it was there for the run: ${command}`
      : error.message
  }
}
