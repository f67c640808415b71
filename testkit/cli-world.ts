// A machine for commands: an empty home, a clock that stands still, and what was printed.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTerminal } from '../cli/terminal/terminal.ts'
import type { World } from '../cli/world/world.ts'

export interface CliWorld extends World {
  readonly printed: { readonly out: string; readonly err: string }
  /** Removes the home. */
  close(): void
}

export const cliNow = Date.parse('2026-11-21T22:45:10.000Z')

/** `isScreen`: whether a person sits before it. */
export const cliWorld = (change: Partial<World> = {}, isScreen = false): CliWorld => {
  const home = mkdtempSync(join(tmpdir(), 'cli-'))
  const printed = { out: '', err: '' }
  const stream = (name: keyof typeof printed) => ({
    isTTY: isScreen,
    columns: 100,
    write(text: string) {
      printed[name] += text
    },
  })
  const environment = change.environment ?? {}
  return {
    environment,
    platform: 'linux',
    home,
    folder: home,
    hostname: 'laptop',
    timeZone: () => 'Europe/Berlin',
    input: async () => '',
    openBrowser: () => true,
    terminal: openTerminal(stream('out'), stream('err'), environment),
    fetch: async () => {
      throw new TypeError('Nobody listens.')
    },
    now: () => cliNow,
    wait: async () => {},
    ...change,
    printed,
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}
