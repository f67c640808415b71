// Where the agents on this machine send their requests when a person starts them on their own.

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { claudeLayers, winnerOf } from './claude-layers.ts'
import { codexConfig } from './codex-config.ts'

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

export interface AgentRoute {
  readonly agent: string
  readonly goesTo:
    | 'this service'
    | 'its provider'
    | 'another address'
    | 'nobody knows where: its settings cannot be read'
}

const goesTo = (addressOf: () => string | undefined, baseUrl: string): AgentRoute['goesTo'] => {
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

/** Of those that are installed. */
export const agentRoutes = (world: World, baseUrl: string): AgentRoute[] => {
  const addresses: Readonly<Record<string, () => string | undefined>> = {
    claude: () => winnerOf(claudeLayers(world, world.folder), world.environment, 'ANTHROPIC_BASE_URL')?.value,
    codex: () => codexConfig(world).address?.url,
  }
  return Object.entries(addresses).flatMap(([agent, addressOf]) =>
    programAt(world, agent) === undefined ? [] : [{ agent, goesTo: goesTo(addressOf, baseUrl) }],
  )
}
