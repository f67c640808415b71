// The part of dynalite that is used here: it ships no types of its own.

declare module 'dynalite' {
  import type { Server } from 'node:http'

  interface Options {
    /** Folder of the LevelDB store; in memory without one. */
    readonly path?: string
    /** How long a table stays CREATING. */
    readonly createTableMs?: number
  }
  const dynalite: (options?: Options) => Server
  export = dynalite
}
