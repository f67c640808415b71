// The two parts of undici that are used, typed as the package types them. The package as a whole also brings fetch, caches
// and WebSockets: half of a function's bundle, and a quarter of its cold start.

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export = Agent
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export = buildConnector
}
