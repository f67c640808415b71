// What the package says of itself.

import { existsSync, readFileSync } from 'node:fs'

interface Manifest {
  readonly version: string
  /** The dashboard that this package was downloaded from. */
  readonly service?: string
}

const numbersOf = (version: string): readonly number[] => version.split(/[.-]/).slice(0, 3).map(Number)

/** Whether a version comes before another one. */
export const isOlder = (version: string, other: string): boolean => {
  const [one, two] = [numbersOf(version), numbersOf(other)]
  const index = one.findIndex((number, place) => number !== two[place])
  return index >= 0 && (one[index] ?? 0) < (two[index] ?? 0)
}

/** The line that runs the command line of a service. npx keeps what it has fetched from an address: another version, another one. */
export const latestLine = (url: string, version: string): string => `npx ${url}/cli/compaction.tgz?${version}`

const inPackage = new URL('../package.json', import.meta.url)
const inSources = new URL('../../package.json', import.meta.url)

export const manifest = (): Manifest => JSON.parse(readFileSync(existsSync(inPackage) ? inPackage : inSources, 'utf8'))
