// Runs DynamoDB inside this process (dynalite), on disk or in memory. Knows no table.

import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import dynalite from 'dynalite'
import { Level } from 'level'
import { defined } from '../../core/collections/defined.ts'
import { bind } from '../bind.ts'
import { watchWrites } from './full-disk.ts'
import { gated, newAccess } from './gate.ts'

export interface EmbeddedDynamoOptions {
  /** Folder of the data, made for its owner alone if it does not exist; absent: in memory. */
  readonly path?: string
  /** On 127.0.0.1. @default any free port */
  readonly port?: number
  /** The last part of the address. @default one that nobody guesses */
  readonly access?: string
  /** How long to wait until another process releases the folder. @default 0 */
  readonly patienceMilliseconds?: number
  /** Is called once when the disk takes no more: from then on the data is read only. @default nobody is told */
  readonly unwritable?: () => void
}

export interface EmbeddedDynamo {
  /** `http://127.0.0.1:PORT/ACCESS`: who knows it may read and write everything. */
  readonly endpoint: string
  /** The server that listens there. */
  readonly server: Server
  /** Closes every connection, then the data. */
  close(): Promise<void>
}

/** The folder is open in another process. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse'
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === 'LEVEL_LOCKED') || isLocked(error.cause))

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? error.cause.message : error.message
}

/**
 * Locks the folder for this process until it is released or the process ends. If dynalite found the data locked, it would
 * end the process at its first request. So a separate store beside the data, opened first, is the lock.
 */
const lock = async (path: string, patienceMilliseconds: number): Promise<Level> => {
  for (let waited = 0; ; waited += 50) {
    const level = new Level(`${path}.lock`)
    try {
      await level.open()
      return level
    } catch (error) {
      if (!isLocked(error))
        throw new Error(`The data in ${path} cannot be opened: ${causeOf(error)}.`, { cause: error })
      if (waited >= patienceMilliseconds) throw new DataInUse(`The data in ${path} is in use by another process.`)
    }
    await wait(50)
  }
}

/** Throws `DataInUse` if another process has the folder open, and Node's own error if the port is taken. */
export const openEmbeddedDynamo = async (options: EmbeddedDynamoOptions = {}): Promise<EmbeddedDynamo> => {
  const { path, port = 0, patienceMilliseconds = 0, access = newAccess(), unwritable } = options
  if (path !== undefined) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    watchWrites(path, unwritable ?? (() => {}))
  }
  const held = path === undefined ? undefined : await lock(path, patienceMilliseconds)
  const server = dynalite({ createTableMs: 0, ...defined({ path }) })
  gated(server, access)
  const closed = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()))
      server.closeAllConnections()
    })
  try {
    const endpoint = `http://127.0.0.1:${await bind(server, port)}/${access}`
    return {
      endpoint,
      server,
      async close() {
        await closed()
        await held?.close()
      },
    }
  } catch (error) {
    await closed().catch(() => undefined)
    await held?.close()
    throw error
  }
}
