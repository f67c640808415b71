// Reads a settings file, through links, with the rights that it has.

import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { whereThere } from '../files/read-json.ts'
import { Located } from '../world/faults.ts'

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

/** Nothing where there is no file. Throws `Located` for what is not a file, or cannot be read. */
export const contentOf = (path: string): Content | undefined =>
  whereThere(path, () => {
    const found = lstatSync(path)
    if (found.isSymbolicLink())
      throw new Located(
        `${path} is a link that leads nowhere: there is no ${readlinkSync(path)}.`,
        path,
        'Delete the link, or make the file that it leads to.',
      )
    if (!found.isFile()) throw new Located(`${path} is not a file.`, path, 'Make it a file that you can read.')
    return { bytes: readFileSync(path), mode: statSync(path).mode & 0o777 }
  })
