// Runs a DynamoDB inside this process, on disk or in memory. Knows no table.

import { setTimeout as wait } from 'node:timers/promises'
import type { Documents } from '../dynamo/documents.ts'
import { makeFolder } from '../files/make-folder.ts'
import { bind } from '../process/bind.ts'
import { embeddedDocuments } from './documents.ts'
import { gated, newAccess } from './gate.ts'
import { type KeyValues, openKeyValues } from './level-store.ts'
import { openOperations, type Told } from './operations.ts'
import { storeServer } from './server.ts'

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
  /** For this process: the same without sockets. */
  readonly documents: Documents
  /** From now on `told` gets every item that is put. */
  tell(told: Told): void
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

/** Opens the data, which locks them for this process until it closes them or ends. */
const opened = async (
  path: string,
  patienceMilliseconds: number,
  unwritable: (() => void) | undefined,
): Promise<KeyValues> => {
  for (let waited = 0; ; waited += 50) {
    try {
      return await openKeyValues(path, unwritable)
    } catch (error) {
      if (!isLocked(error))
        throw new Error(`The data in ${path} cannot be opened: ${causeOf(error)}.`, { cause: error })
      if (waited >= patienceMilliseconds) throw new DataInUse(`The data in ${path} is in use by another process.`)
    }
    await wait(50)
  }
}

/** Throws `DataInUse` if another process has the folder open, `FolderFault` if it cannot be made, and Node's own error if the port is taken. */
export const openEmbeddedDynamo = async (options: EmbeddedDynamoOptions = {}): Promise<EmbeddedDynamo> => {
  const { path, port = 0, patienceMilliseconds = 0, access = newAccess(), unwritable } = options
  if (path !== undefined) makeFolder(path)
  const store =
    path === undefined ? await openKeyValues(undefined) : await opened(path, patienceMilliseconds, unwritable)
  const listeners: Told[] = []
  try {
    const answer = await openOperations(store, (tableName, item) => {
      for (const listener of listeners) listener(tableName, item)
    })
    const server = storeServer(answer)
    gated(server, access)
    const endpoint = `http://127.0.0.1:${await bind(server, port)}/${access}`
    return {
      endpoint,
      documents: embeddedDocuments(answer),
      tell: (told) => void listeners.push(told),
      async close() {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        await closed
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
