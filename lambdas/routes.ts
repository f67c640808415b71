// Defines every route once, as pure data for the stacks, the local service, the front door and the tests. No function
// imports it.

import { isAmong, servedPaths } from '../core/dialects/paths.ts'
import { type DialectId, dialects } from '../core/dialects/registry.ts'
import { compressPath } from '../core/exchange/request/served-paths.ts'

export interface Route {
  /** Name of the function, of its file in this folder and of the receipt's route. */
  readonly name: RouteName
  /** Whole paths; `*` stands for one name. `/*` takes every other path. */
  readonly paths: readonly string[]
  /** What the function may use in addition to the stores that all functions need. */
  readonly uses: { readonly compressor: boolean; readonly chains: boolean }
}

/** The largest request that the platform accepts: bytes of the event as JSON, after escaping or base64. */
export const maxEventBytes = 6_291_456

export type RouteName = 'compress' | DialectId | 'pass-through'

const routesOfDialects = (Object.keys(dialects) as DialectId[]).map(
  (name): Route => ({ name, paths: servedPaths(dialects[name]), uses: { compressor: true, chains: true } }),
)

/** First match wins. The last one takes everything else: pass-through under a provider prefix, 404 elsewhere. */
export const routes: readonly Route[] = [
  { name: 'compress', paths: [compressPath], uses: { compressor: true, chains: false } },
  ...routesOfDialects,
  { name: 'pass-through', paths: ['/*'], uses: { compressor: false, chains: false } },
]

/** The route that serves a path. Paths are compared as they come, case and slashes included. */
export const routeOf = (path: string): RouteName =>
  routes.find(({ paths }) => isAmong(paths, path))?.name ?? 'pass-through'
