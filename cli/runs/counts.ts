// What a run is counted by: its session, where that is known; otherwise everything that this machine's token sends meanwhile.

import { dayAt } from '../../core/text/day.ts'
import { askSavings, askSession } from '../service/ask.ts'
import type { Service } from '../service/current.ts'
import type { World } from '../world/world.ts'
import type { Spent } from './summary.ts'

const day = 86_400_000

export interface Count {
  /** What has been counted so far, also before the run; nothing before the first exchange. Throws `Failed`. */
  readonly look: () => Promise<Spent | undefined>
  /** The command that says it later. */
  readonly command: string
  /** What the figures hold beside the run; empty where that is nothing. */
  readonly meanwhile: string
}

export const countOfSession = (world: World, service: Service, id: string): Count => ({
  look: () => askSession(world, service, id),
  command: `compaction savings --session ${id}`,
  meanwhile: '',
})

/** A token, and the first day of UTC of which its exchanges are counted. */
export interface TokenDays {
  /** As the service has it. */
  readonly tokenId: string
  readonly since: string
}

/** What a token is counted by in a run that begins now: from the day before, because clocks differ. */
export const tokenDays = ({ now }: Pick<World, 'now'>, tokenId: string): TokenDays => ({
  tokenId,
  since: dayAt(now() - day),
})

/** `days`: of every look the same, because a run may outlast midnight; absent where the service did not say who this is. */
export const countOfToken = (world: World, service: Service, days: TokenDays | undefined): Count => ({
  async look() {
    const { rows } = await askSavings(world, service, { since: days?.since ?? '1d', tz: 'UTC', by: 'key' })
    return rows.find(({ keyId }) => keyId === days?.tokenId)
  },
  command: 'compaction savings --since 1d --by key',
  meanwhile: ' (all that this machine sent meanwhile)',
})
