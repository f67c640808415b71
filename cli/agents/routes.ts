// Where the agents on this machine send their requests when a person starts them on their own.

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { claudeLayers, winnerOf } from './claude-layers.ts'
import { codexConfig } from './codex-config.ts'
import { openCodeProvider } from './opencode-config.ts'

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Where a program would be found; nothing if it would not. */
export const programAt = (
  { environment, platform }: Pick<World, 'environment' | 'platform'>,
  name: string,
): string | undefined =>
  (environment.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => (platform === 'win32' ? ['.cmd', '.exe'] : ['']).map((ending) => join(folder, name + ending)))
    .find(isProgram)

/** Where requests go: to this service or past it. */
type Goal = 'this service' | 'its provider' | 'another address' | 'nobody knows where: its settings cannot be read'

export interface AgentRoute {
  readonly agent: string
  /** Whose requests these are, where those of others go elsewhere. */
  readonly provider?: string
  readonly goesTo: Goal
}

const goalOf = (addressOf: () => string | undefined, baseUrl: string): Goal => {
  let address: string | undefined
  try {
    address = addressOf()
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return 'nobody knows where: its settings cannot be read'
  }
  if (address === undefined) return 'its provider'
  const isOurs = URL.canParse(address) && new URL(address).origin === new URL(baseUrl).origin
  return isOurs ? 'this service' : 'another address'
}

type Addresses = Readonly<Record<string, () => string | undefined>>

/** What each agent has set for each provider that it may be asked for by way of the service. */
const addressesOf = (world: World): Readonly<Record<string, Addresses>> => ({
  claude: {
    anthropic: () => winnerOf(claudeLayers(world, world.folder), world.environment, 'ANTHROPIC_BASE_URL')?.value,
  },
  codex: { openai: () => codexConfig(world).address?.url },
  opencode: {
    anthropic: () => openCodeProvider(world, 'anthropic').address?.url,
    openai: () => openCodeProvider(world, 'openai').address?.url,
  },
})

/** Of those that are installed or `wrapped`: one of each agent or, where its providers part, one of each of them. */
export const agentRoutes = (world: World, baseUrl: string, wrapped: ReadonlySet<string> = new Set()): AgentRoute[] =>
  Object.entries(addressesOf(world)).flatMap(([agent, addresses]) => {
    if (!wrapped.has(agent) && programAt(world, agent) === undefined) return []
    const routes = Object.entries(addresses).map(([provider, addressOf]) => ({
      agent,
      provider,
      goesTo: goalOf(addressOf, baseUrl),
    }))
    const [first] = routes
    if (first === undefined || routes.some(({ goesTo }) => goesTo !== first.goesTo)) return routes
    return [{ agent, goesTo: first.goesTo }]
  })
