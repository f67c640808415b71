// Types for the two parts of undici that are used, as the package types them. The whole package would also bring fetch,
// caches and WebSockets into every function's bundle and cold start.

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export = Agent
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export = buildConnector
}
