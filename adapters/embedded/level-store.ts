// Keys and values on disk (LevelDB) or in memory. What is written can be read at once; a write is acknowledged when it is in the
// store, all of it or nothing. Writes that come while one is under way travel together in the next.

import { Level } from 'level'
import { MemoryLevel } from 'memory-level'

export interface Change {
  readonly key: string
  /** Undefined deletes. */
  readonly value: string | undefined
}

export interface Range {
  readonly from: string
  /** The first key that is not in the range. */
  readonly before: string
  /** From the end. */
  readonly isReversed?: boolean
}

export interface KeyValues {
  get(key: string): string | undefined
  /** Resolves when all changes are in the store. After a crash there are all of them or none. */
  write(changes: readonly Change[]): Promise<void>
  /** The values of a range in the order of their keys, with everything that was written before. */
  values(range: Range): AsyncIterable<string>
  close(): Promise<void>
}

/** Values that are read at a time. */
const pageSize = 100

/** What both stores have. */
interface Opened {
  getSync(key: string): string | undefined
  batch(changes: ({ type: 'del'; key: string } | { type: 'put'; key: string; value: string })[]): Promise<void>
  values(range: { gte: string; lt: string; reverse: boolean }): {
    nextv(size: number): Promise<string[]>
    close(): Promise<void>
  }
  close(): Promise<void>
}

const keyValuesIn = (level: Opened, unwritable: () => void): KeyValues => {
  /** What is not in the store yet. The newest write of a key wins. */
  const unwritten = new Map<string, Change>()
  let waiting: Change[] = []
  let running: Promise<void> | undefined
  /** Why nothing is written any more: a write that failed leaves a gap in LevelDB's log, behind which nothing is safe. */
  let failed: unknown

  const writeAll = async (): Promise<void> => {
    const changes = waiting
    waiting = []
    const operations = changes.map(({ key, value }) =>
      value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
    )
    try {
      await level.batch(operations)
      for (const change of changes) if (unwritten.get(change.key) === change) unwritten.delete(change.key)
    } catch (error) {
      unwritable()
      failed = error
      // What waits was judged on what is lost, and its writers wait for this batch: they fail with it.
      waiting = []
      unwritten.clear()
      throw error
    } finally {
      running = undefined
    }
  }

  /** Resolves when everything that waits by now is in the store. */
  const written = async (): Promise<void> => {
    while (running !== undefined) await running
    if (waiting.length === 0) return
    running = writeAll()
    await running
  }

  return {
    get(key) {
      const change = unwritten.get(key)
      return change === undefined ? level.getSync(key) : change.value
    },
    async write(changes) {
      if (failed !== undefined) throw failed
      for (const change of changes) unwritten.set(change.key, change)
      waiting.push(...changes)
      await written()
    },
    async *values({ from, before, isReversed = false }) {
      await written()
      const iterator = level.values({ gte: from, lt: before, reverse: isReversed })
      try {
        for (;;) {
          const page = await iterator.nextv(pageSize)
          if (page.length === 0) return
          yield* page
        }
      } finally {
        await iterator.close()
      }
    },
    async close() {
      await written()
      await level.close()
    },
  }
}

/**
 * `path`: a folder; absent: in memory. `unwritable` is called once when the disk takes no more: from then on the store is read
 * only. Throws LevelDB's own errors.
 */
export const openKeyValues = async (path: string | undefined, unwritable = () => {}): Promise<KeyValues> => {
  const level = path === undefined ? new MemoryLevel<string, string>() : new Level<string, string>(path)
  await level.open()
  return keyValuesIn(level as Opened, unwritable)
}
