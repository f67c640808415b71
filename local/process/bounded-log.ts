// A log file of bounded size: when it is full it becomes the previous file, and the file before that is deleted.

import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Log {
  /** Never throws: a full disk must not end the service. */
  write(bytes: Uint8Array | string): void
  close(): void
}

const maxBytes = 10_000_000

/**
 * Appends to a file, and keeps one older file beside it. Both together never exceed twice `limit` by more than one write.
 * Throws Node's own error when the file cannot be opened.
 */
export const boundedLog = (path: string, limit = maxBytes): Log => {
  const open = (): number => openSync(path, 'a', 0o600)
  mkdirSync(dirname(path), { recursive: true })
  let file = open()
  let size = fstatSync(file).size
  const turn = (): void => {
    // Somebody may have taken it away, or no new one could be opened the last time.
    if (existsSync(path)) renameSync(path, `${path}.1`)
    const next = open()
    closeSync(file)
    file = next
    size = 0
  }
  return {
    write(bytes) {
      try {
        if (size >= limit) turn()
        size += writeSync(file, Buffer.from(bytes))
      } catch {
        // There is nowhere to report it.
      }
    },
    close: () => closeSync(file),
  }
}

/** For a service that leaves nothing on disk. What a part says before it fails is kept with the part. */
export const noLog: Log = { write: () => {}, close: () => {} }
