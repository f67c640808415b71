// DynamoDB inside this process (dynalite), on disk or in memory. Knows no table.

import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import dynalite from 'dynalite'
import { Level } from 'level'

export interface EmbeddedDynamoOptions {
  /** Folder of the data, made when it is not there; in memory without one. */
  readonly path?: string
  /** On 127.0.0.1. @default any free port */
  readonly port?: number
  /** How long to wait for another process to let go of the folder. @default 0 */
  readonly patienceMilliseconds?: number
}

export interface EmbeddedDynamo {
  /** `http://127.0.0.1:PORT`. */
  readonly endpoint: string
  /** Ends every connection, then closes the data. */
  close(): Promise<void>
}

/** The folder is open in another process. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse'
}

const lockedCode = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === 'LEVEL_LOCKED') || lockedCode(error.cause))

/** Whether nobody has the folder open. dynalite itself would end the process on its first request. */
const free = async (path: string): Promise<boolean> => {
  const level = new Level(path)
  try {
    await level.open()
    return true
  } catch (error) {
    if (lockedCode(error)) return false
    throw error
  } finally {
    await level.close()
  }
}

/** Throws `DataInUse` when another process has the folder open, and Node's own error when the port is taken. */
export const openEmbeddedDynamo = async (options: EmbeddedDynamoOptions = {}): Promise<EmbeddedDynamo> => {
  const { path, port = 0, patienceMilliseconds = 0 } = options
  if (path !== undefined) {
    await mkdir(path, { recursive: true })
    for (let waited = 0; !(await free(path)); waited += 50) {
      if (waited >= patienceMilliseconds) throw new DataInUse(`The data in ${path} is in use by another process.`)
      await wait(50)
    }
  }
  const server = dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The embedded DynamoDB has no port.')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((closed, failed) => {
        server.close((error) => (error ? failed(error) : closed()))
        server.closeAllConnections()
      }),
  }
}
