// Replaces files as a whole, so that a crash leaves the old one or the new one. What a file system says no with is told in words:
// it is no fault of the command.

import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, reasonOf } from '../../adapters/files/file-fault.ts'
import { FolderFault, makeFolder } from '../../adapters/files/make-folder.ts'
import { Failed } from '../world/faults.ts'

/** What `act` returns. Throws `Failed` in place of an error of the file system; `more` says what else can be done. */
export const orSaid = <T>(path: string, what: 'written' | 'deleted', act: () => T, more = ''): T => {
  try {
    return act()
  } catch (error) {
    if (error instanceof Failed) throw error
    if (error instanceof FolderFault) throw new Failed(error.message + more)
    throw new Failed(`${path} cannot be ${what}: ${reasonOf(codeOf(error))}.${more}`)
  }
}

/** Makes the folder for a file, before somebody waits for what is to be written. Throws `Failed` if nothing can be written there. */
export const requireWritable = (path: string, more = ''): void => {
  const folder = dirname(path)
  const act = (): void => {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  }
  orSaid(folder, 'written', act, more)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new Failed(`${path} is a folder.`)
}

/** With exactly these rights. Makes its folder too, for the person alone. Throws `Failed`. */
export const replaceFile = (path: string, bytes: Buffer | string, mode: number, more = ''): void => {
  const act = (): void => {
    makeFolder(dirname(path))
    const next = `${path}.${crypto.randomUUID()}`
    try {
      writeFileSync(next, bytes, { flag: 'wx', mode })
      // A file that gets its rights back has them whatever new files do not get here.
      chmodSync(next, mode)
      renameSync(next, path)
    } catch (error) {
      rmSync(next, { force: true })
      throw error
    }
  }
  orSaid(path, 'written', act, more)
}

/** Names of what a program has open already, which may be a file. */
const opened = /^\/(dev|proc)\//

/**
 * Writes what its person alone may read to a path that the person names. Of a link, what it leads to is replaced or made. A device or a pipe
 * is written, since one that is replaced is lost for every program; so is what is open already, such as `/dev/stdout`, behind what it holds.
 * Throws `Failed`.
 */
export const writeNamed = (path: string, text: string): void =>
  orSaid(path, 'written', () => {
    const found = statSync(path, { throwIfNoEntry: false })
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    if (found === undefined && !isLink) replaceFile(path, text, 0o600)
    else if (found?.isFile() === true && !opened.test(path)) replaceFile(realpathSync(path), text, 0o600)
    else writeFileSync(path, text, { flag: found?.isFile() === true ? 'a' : 'w', mode: 0o600 })
  })

/** Throws `Failed`. */
export const removeFile = (path: string): void => orSaid(path, 'deleted', () => rmSync(path, { force: true }))
