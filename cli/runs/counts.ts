// What a run is counted by: its session, where that is known; otherwise everything that this machine's token sends meanwhile.

import { askSavings, askSession, type Service } from '../service.ts'
import type { World } from '../world.ts'
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

/** `tokenId`: of this machine's token; absent where the service did not say it before the run, and then nothing is found. */
export const countOfToken = (world: World, service: Service, tokenId: string | undefined): Count => {
  // The day before counts in every look: a run may outlast midnight, and clocks differ.
  const since = new Date(world.now() - day).toISOString().slice(0, 10)
  return {
    async look() {
      const { rows } = await askSavings(world, service, { since, tz: 'UTC', by: 'key' })
      return rows.find(({ keyId }) => keyId === tokenId)
    },
    command: 'compaction savings --since 1d --by key',
    meanwhile: ' (all that this machine sent meanwhile)',
  }
}
