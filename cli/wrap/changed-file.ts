// Reads a settings file, through links, with the rights that it has.

import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { codeOf, reasonOf } from '../../adapters/files/file-fault.ts'
import { Failed } from '../faults.ts'

export interface Content {
  readonly bytes: Buffer
  readonly mode: number
}

/** The file that a path leads to: people keep their settings elsewhere and link to them. */
export const fileAt = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Nothing where there is no file. Throws `Failed` for what is not a file, or may not be read. */
export const contentOf = (path: string): Content | undefined => {
  try {
    if (!lstatSync(path).isFile()) throw new Failed(`${path} is not a file.`)
    return { bytes: readFileSync(path), mode: statSync(path).mode & 0o777 }
  } catch (error) {
    if (error instanceof Failed) throw error
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Failed(`${path} cannot be read: ${reasonOf(code)}.`)
  }
}
