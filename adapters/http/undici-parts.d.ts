// The two parts of undici that are used, typed as the package types them. The package as a whole also brings fetch, caches
// and WebSockets into every function's bundle, and into its cold start.

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export = Agent
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export = buildConnector
}
