// Types for the part of dynalite that is used here, because dynalite ships none.

declare module 'dynalite' {
  import type { Server } from 'node:http'

  interface Options {
    /** Folder of the LevelDB store; absent: in memory. */
    readonly path?: string
    /** How long a table stays CREATING. */
    readonly createTableMs?: number
  }
  const dynalite: (options?: Options) => Server
  export = dynalite
}
