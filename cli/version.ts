// What the package says of itself. Sources and package have it in the same place.

import { readFileSync } from 'node:fs'

interface Manifest {
  readonly version: string
  /** The dashboard that this package was downloaded from. */
  readonly service?: string
}

export const manifest = (): Manifest => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
