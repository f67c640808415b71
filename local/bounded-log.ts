// A log file that does not grow without bound: at its size it becomes the previous one, and the one before that is gone.

import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'

export interface Log {
  write(bytes: Uint8Array | string): void
  close(): Promise<void>
}

const maxBytes = 10_000_000

const openFile = (path: string): WriteStream => createWriteStream(path, { flags: 'a', mode: 0o600 })

/** Appends to a file, and keeps one older file beside it. Both together never exceed twice `limit` by more than one write. */
export const boundedLog = (path: string, limit = maxBytes): Log => {
  mkdirSync(dirname(path), { recursive: true })
  let size = existsSync(path) ? statSync(path).size : 0
  let file = openFile(path)
  // A full disk must not end the service.
  file.on('error', () => {})
  return {
    write(bytes) {
      if (size >= limit) {
        file.end()
        renameSync(path, `${path}.1`)
        file = openFile(path).on('error', () => {})
        size = 0
      }
      file.write(bytes)
      size += Buffer.byteLength(bytes)
    },
    close: () => new Promise((closed) => file.end(closed)),
  }
}

/** For a house that leaves nothing on disk. */
export const standardErrorLog: Log = {
  write: (bytes) => process.stderr.write(bytes),
  close: async () => {},
}
