// Every route once, as pure data: read by the stacks, the local host, the front door and the tests. Imports nothing.

export interface Route {
  /** Names the function, its file in this folder and the receipt's route. */
  readonly name: string
  /** Exact paths, one for each prefix of the provider; `/*` takes whatever is left. */
  readonly paths: readonly string[]
  /** What the function may use beside the stores that all of them need: its least privilege. */
  readonly uses: { readonly compressor: boolean; readonly chains: boolean }
}

/** What the platform takes of one request: bytes of the event as JSON, after escaping or base64. */
export const maxEventBytes = 6_291_456

/** First match wins. The last one takes everything else: pass-through under a provider prefix, 404 elsewhere. */
export const routes = [
  { name: 'compress', paths: ['/v1/compress'], uses: { compressor: true, chains: false } },
  {
    name: 'messages',
    paths: ['/provider-a/v1/messages', '/anthropic/v1/messages'],
    uses: { compressor: true, chains: true },
  },
  {
    name: 'chat-completions',
    paths: ['/provider-b/v1/chat/completions', '/openai/v1/chat/completions'],
    uses: { compressor: true, chains: true },
  },
  {
    name: 'responses',
    // A client that asks the provider to compact its conversation sends all of it, and would miss what is cached of it.
    paths: [
      '/provider-b/v1/responses',
      '/openai/v1/responses',
      '/provider-b/v1/responses/compact',
      '/openai/v1/responses/compact',
    ],
    uses: { compressor: true, chains: true },
  },
  { name: 'pass-through', paths: ['/*'], uses: { compressor: false, chains: false } },
] as const satisfies readonly Route[]

export type RouteName = (typeof routes)[number]['name']

/** The paths of one route. */
export const pathsOf = (name: RouteName): readonly string[] => routes.find((route) => route.name === name)?.paths ?? []

/** The route that serves a path; paths are compared as they came, case and slashes included. */
export const routeOf = (path: string): RouteName => {
  for (const route of routes)
    for (const served of route.paths) if (served === path || served === '/*') return route.name
  return 'pass-through'
}
