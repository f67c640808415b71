// Paths as patterns: `*` stands for one name in a path, never for several segments.

import { withoutVersion } from '../upstream/version-in-base.ts'
import type { Dialect } from './dialect.ts'

/** What the `*` of a pattern stands for in a path: empty when the pattern has none; `undefined` when the path is another one. */
export const nameInPath = (pattern: string, path: string): string | undefined => {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === path ? '' : undefined
  const end = pattern.slice(star + 1)
  const name = path.slice(star, path.length - end.length)
  const isIt = name !== '' && !name.includes('/') && path === `${pattern.slice(0, star)}${name}${end}`
  return isIt ? name : undefined
}

/** Whether a path is one of these; compared as it came, case and slashes included. */
export const isAmong = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => nameInPath(pattern, path) !== undefined)

/**
 * The whole paths of a dialect: one for each prefix of its provider, and one more where a client may leave out the version,
 * because the upstream's base has it. Such a request reaches the same address, so it has to be compacted as well.
 */
export const servedPaths = ({ provider, paths }: Pick<Dialect, 'provider' | 'paths'>): string[] =>
  provider.prefixes.flatMap((prefix) =>
    paths.flatMap((path) => [...new Set([path, withoutVersion(path, provider)])].map((rest) => `/${prefix}${rest}`)),
  )
