// Reads somebody else's settings file: whatever it holds, nothing is thrown but what a person can act on.

import { readFileSync } from 'node:fs'
import { codeOf, reasonOf } from '../../adapters/files/file-fault.ts'
import { isObject, type JsonObject } from '../../core/json/object.ts'
import { Failed, Located } from '../world/faults.ts'

/** What `read` returns, or nothing if there is no file. Throws `Located` for one that cannot be read. */
export const whereThere = <T>(path: string, read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Failed) throw error
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Located(`${path} cannot be read: ${reasonOf(code)}.`, path, 'Make it a file that you can read.')
  }
}

/** The text of a file, or nothing if there is none. Throws `Located` for one that cannot be read. */
export const textIn = (path: string): string | undefined => whereThere(path, () => readFileSync(path, 'utf8'))

/** The object that a text spells; `undefined` for any other text. A byte order mark is no fault. */
export const parsedObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
