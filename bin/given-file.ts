// A file that a person names on a command line.

import { readFileSync } from 'node:fs'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
}

/** Shells of Windows write the output of a command so. */
const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

/** Why a file cannot be read, by the error of the file system. */
export const whyUnread = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return reasons[code] ?? code
}

/** Its text, without a mark of its encoding. Throws an error that says in words why it cannot be read. */
export const textOfFile = (path: string): string => {
  try {
    const bytes = readFileSync(path)
    return new TextDecoder(isUtf16(bytes) ? 'utf-16le' : 'utf-8').decode(bytes)
  } catch (error) {
    throw new Error(`${path} cannot be read: ${whyUnread(error)}.`, { cause: error })
  }
}
