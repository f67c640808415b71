// A file that a person names on a command line.

import { readFileSync } from 'node:fs'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
}

/** Its text. Throws an error that says in words why it cannot be read. */
export const textOfFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(`${path} cannot be read: ${reasons[code] ?? code}.`, { cause: error })
  }
}
