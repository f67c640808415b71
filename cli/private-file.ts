// Files that the person alone may read. They are replaced as a whole, so that a crash leaves the old one or the new one.

import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failed } from './faults.ts'

/** For a shell. */
export const quoted = (path: string): string => (/^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

const requireMode = (path: string, mode: '600' | '700'): void => {
  if ((statSync(path).mode & 0o077) !== 0)
    throw new Failed(`${path} can be read by others on this machine. Run: chmod ${mode} ${quoted(path)}`)
}

/** The text, or nothing if there is no such file. Throws `Failed` if others may read it or its folder. */
export const readPrivate = (path: string, platform: NodeJS.Platform): string | undefined => {
  try {
    // Windows keeps rights elsewhere: a home folder is its owner's alone.
    if (platform !== 'win32') {
      requireMode(dirname(path), '700')
      requireMode(path, '600')
    }
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes the folder too, for the person alone. */
export const writePrivate = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${crypto.randomUUID()}`
  try {
    writeFileSync(next, text, { flag: 'wx', mode: 0o600 })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}
