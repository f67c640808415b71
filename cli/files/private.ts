// Files that the person alone may read.

import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failed } from '../world/faults.ts'
import { whereThere } from './read-json.ts'
import { replaceFile } from './replace.ts'

/** For a shell. */
export const quoted = (path: string): string => (/^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

const requireMode = (path: string, mode: '600' | '700'): void => {
  if ((statSync(path).mode & 0o077) !== 0)
    throw new Failed(`${path} can be read by others on this machine. Run: chmod ${mode} ${quoted(path)}`)
}

/** The text, or nothing if there is no such file. Throws `Failed` if others may read it or its folder, or if it cannot be read. */
export const readPrivate = (path: string, platform: NodeJS.Platform): string | undefined =>
  whereThere(path, () => {
    // Windows keeps rights elsewhere: a home folder is its owner's alone.
    if (platform !== 'win32') {
      requireMode(dirname(path), '700')
      requireMode(path, '600')
    }
    return readFileSync(path, 'utf8')
  })

/** Makes the folder too. `more`: what else can be done. Throws `Failed`. */
export const writePrivate = (path: string, text: string, more = ''): void => replaceFile(path, text, 0o600, more)
