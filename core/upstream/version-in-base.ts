// The version segment that an upstream's base already contains: a path with it and the same path without it go to one
// address.

import type { Provider } from './provider.ts'

/** A path behind the prefix, without the version that the upstream's base brings along. */
export const withoutVersion = (rest: string, { versionInBase }: Pick<Provider, 'versionInBase'>): string =>
  rest === versionInBase || rest.startsWith(`${versionInBase}/`) ? rest.slice(versionInBase.length) : rest
