// Every route once, as pure data: read by the stacks, the local host, the front door and the tests. No function imports it.

import { isAmong, servedPaths } from '../core/dialects/paths.ts'
import { type DialectId, dialects } from '../core/dialects/registry.ts'

export interface Route {
  /** Names the function, its file in this folder and the receipt's route. */
  readonly name: RouteName
  /** Whole paths; `*` stands for one name. `/*` takes whatever is left. */
  readonly paths: readonly string[]
  /** What the function may use beside the stores that all of them need: its least privilege. */
  readonly uses: { readonly compressor: boolean; readonly chains: boolean }
}

/** What the platform takes of one request: bytes of the event as JSON, after escaping or base64. */
export const maxEventBytes = 6_291_456

export type RouteName = 'compress' | DialectId | 'pass-through'

const routesOfDialects = (Object.keys(dialects) as DialectId[]).map(
  (name): Route => ({ name, paths: servedPaths(dialects[name]), uses: { compressor: true, chains: true } }),
)

/** First match wins. The last one takes everything else: pass-through under a provider prefix, 404 elsewhere. */
export const routes: readonly Route[] = [
  { name: 'compress', paths: ['/v1/compress'], uses: { compressor: true, chains: false } },
  ...routesOfDialects,
  { name: 'pass-through', paths: ['/*'], uses: { compressor: false, chains: false } },
]

/** The route that serves a path; paths are compared as they came, case and slashes included. */
export const routeOf = (path: string): RouteName =>
  routes.find(({ paths }) => isAmong(paths, path))?.name ?? 'pass-through'
