// What commands use of the machine they run on, so that tests can bring their own.

import type { Terminal } from './terminal.ts'

export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The home folder of the person. */
  readonly home: string
  /** The folder that the command was started in. */
  readonly folder: string
  readonly terminal: Terminal
  readonly fetch: typeof fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}
