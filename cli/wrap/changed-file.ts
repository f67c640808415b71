// Reads and replaces a settings file: whole or not at all, through links, and with the rights that it had.

import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Failed } from '../faults.ts'

export interface Content {
  readonly bytes: Buffer
  readonly mode: number
}

/** The file that a path leads to, also where it is not there yet: people keep their settings elsewhere and link to them. */
export const fileAt = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(fileAt(folder), basename(path))
  }
}

/** Nothing where there is no file. Throws `Failed` for what is not a file, or may not be read. */
export const contentOf = (path: string): Content | undefined => {
  try {
    if (!lstatSync(path).isFile()) throw new Failed(`${path} is not a file.`)
    return { bytes: readFileSync(path), mode: statSync(path).mode & 0o777 }
  } catch (error) {
    if (error instanceof Failed) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Failed(`${path} cannot be read (${code}).`)
  }
}

/** A crash leaves the old file or the new one. */
export const replaceFile = (path: string, bytes: Buffer | string, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${randomUUID()}`
  try {
    writeFileSync(next, bytes, { flag: 'wx', mode })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw new Failed(`${path} cannot be written: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
