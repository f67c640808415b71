// When the disk takes no more, dynalite throws what its store could not write: that would end the process with every stream in
// it. Here such a call gets an answer, as DynamoDB answers for faults of its own.

import { Level } from 'level'

const message = 'The tables cannot be written.'

/** dynalite gives an error with a status to its caller. */
const answered = (): Error =>
  Object.assign(new Error(message), {
    statusCode: 500,
    body: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message },
  })

/**
 * Folders that are written no more, until they are opened again: a write that failed leaves a gap in LevelDB's log, and what
 * stands behind a gap may be lost when the log is read.
 */
const full = new Set<string>()
const told = new Map<string, () => void>()

const isFailedWrite = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'LEVEL_IO_ERROR'

for (const name of ['put', 'del', 'batch'] as const) {
  const write: unknown = Reflect.get(Level.prototype, name)
  if (typeof write !== 'function') throw new Error(`Level has no ${name}.`)
  const guarded = async function (this: Level, ...words: unknown[]): Promise<unknown> {
    const { location } = this
    if (full.has(location)) throw answered()
    try {
      return await Reflect.apply(write, this, words)
    } catch (error) {
      if (!isFailedWrite(error)) throw error
      full.add(location)
      told.get(location)?.()
      throw answered()
    }
  }
  Object.defineProperty(Level.prototype, name, { value: guarded, configurable: true, writable: true })
}

/** To be called before the folder is opened. `tell`: it takes no more. */
export const watchWrites = (folder: string, tell: () => void): void => {
  full.delete(folder)
  told.set(folder, tell)
}
