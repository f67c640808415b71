// Makes a folder and those that it lies in. Node's own way to do that never ends below a folder that denies that it is there
// whenever something is to be made in it, as those of `/proc` do.

import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, reasonOf } from './file-fault.ts'

/** The message says which folder, and why. */
export class FolderFault extends Error {
  override readonly name = 'FolderFault'
}

/** Nothing, or the code of what refuses it. */
const make = (path: string): string | undefined => {
  try {
    mkdirSync(path, { mode: 0o700 })
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** No folder is tried again that was refused although what it lies in is there. */
const ensure = (path: string): string | undefined => {
  if (isFolder(path)) return undefined
  const first = make(path)
  if (first === 'EEXIST') return isFolder(path) ? undefined : first
  if (first !== 'ENOENT' || dirname(path) === path) return first
  const above = ensure(dirname(path))
  if (above !== undefined) return above
  const second = make(path)
  return second === 'EEXIST' && isFolder(path) ? undefined : second
}

/** Readable by its owner alone where it is made; one that is there stays as it is. Throws `FolderFault`. */
export const makeFolder = (path: string): void => {
  const code = ensure(path)
  if (code !== undefined) throw new FolderFault(`The folder ${path} cannot be made: ${reasonOf(code)}.`)
}
