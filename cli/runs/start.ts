// What a run needs to know to start an agent, and what an agent's file answers.

import type { JsonObject } from '../../core/json/object.ts'
import type { Route, RunMode } from '../service/variables.ts'
import type { World } from '../world/world.ts'

export interface Start {
  readonly world: World
  readonly route: Route
  readonly mode: RunMode
  /** Whether the agent is started although nothing would come through. */
  readonly isForced: boolean
  /** The agent's own words. */
  readonly words: readonly string[]
  /** The command of the status line. */
  readonly statusLine?: string
}

export interface Started {
  readonly program: string
  /** How the program is installed, for a person who does not have it. */
  readonly install?: string
  /** Of a file for this run alone: it holds the token. */
  readonly settings?: JsonObject
  /** `file`: where the settings stand. */
  readonly words: (file: string) => readonly string[]
  /** Variables that are added. */
  readonly environment: Readonly<Record<string, string>>
  /** Its id at the service, and whether it has exchanges from before this run. */
  readonly session?: { readonly id: string; readonly isOld: boolean }
  /** Finds the session once the agent has ended. */
  readonly findSession?: () => string | undefined
  /** Of a command that sets its agent up and sends nothing to a provider. */
  readonly isSetup?: boolean
  /** For the person, before the agent begins. */
  readonly notes: readonly string[]
}
