// Makes a folder and those that it lies in. Node's own way to do that never ends below a folder that denies that it is there
// whenever something is to be made in it, as those of `/proc` do.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartFault } from './start-fault.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

/** What is the matter, where the code alone would not tell it. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'nothing can be made there',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'what it lies on is read-only',
  ENOTDIR: 'it lies in something that is not a folder',
  EEXIST: 'a file has this name',
  ENOSPC: 'the disk is full',
}

const fault = (path: string, code: string): StartFault =>
  new StartFault(
    `The folder ${path} cannot be made: ${reasons[code] ?? code} (${code}). Choose another one with --data.`,
  )

/** Nothing, or the code of what refuses it. */
const make = async (path: string): Promise<string | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 })
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** No folder is tried again that was refused although what it lies in is there. */
const ensure = async (path: string): Promise<string | undefined> => {
  if (await isFolder(path)) return undefined
  const first = await make(path)
  if (first === 'EEXIST') return (await isFolder(path)) ? undefined : first
  if (first !== 'ENOENT' || dirname(path) === path) return first
  return (await ensure(dirname(path))) ?? (await make(path))
}

/** Readable by its owner alone where it is made; one that is there stays as it is. Throws `StartFault`. */
export const makeFolder = async (path: string): Promise<void> => {
  const code = await ensure(path)
  if (code !== undefined && !(code === 'EEXIST' && (await isFolder(path)))) throw fault(path, code)
}
