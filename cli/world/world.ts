// What commands use of the machine they run on, so that tests can bring their own.

import type { Terminal } from '../terminal/terminal.ts'

export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The home folder of the person. */
  readonly home: string
  /** The folder that the command was started in. */
  readonly folder: string
  /** What the machine is called. */
  readonly hostname: string
  /** Of the person, for days: `Europe/Berlin`. */
  readonly timeZone: () => string
  readonly terminal: Terminal
  /** All of standard input. */
  readonly input: () => Promise<string>
  /** Shows an address in a browser; whether one can be expected. Whether it worked is not known. */
  readonly openBrowser: (address: string) => boolean
  readonly fetch: typeof fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

/** What tells where a person's own files lie. */
export type Place = Pick<World, 'environment' | 'platform' | 'home'>
