// The token in wrapped files: whose files hold it, and another one in its place.

import { replaceFile } from '../files/replace.ts'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { contentOf } from './changed-file.ts'
import { type Entry, keepEntry, readJournal, sha256 } from './journal.ts'

/** The wrapped files that hold this token. Throws `Failed` for a journal that is damaged. */
export const entriesWith = (world: World, token: string): readonly Entry[] =>
  readJournal(world).filter(({ path }) => {
    try {
      return contentOf(path)?.bytes.includes(token) === true
    } catch (error) {
      if (error instanceof Failed) return false
      throw error
    }
  })

/** Puts a token of the same service in the place of the former one; everything else in the file stays. Throws `Failed`. */
export const renewToken = (world: World, entry: Entry, former: string, token: string): void => {
  const content = contentOf(entry.path)
  if (content === undefined) return
  const renewed = (text: string): string => text.replaceAll(former, token)
  const text = renewed(content.bytes.toString('utf8'))
  const isOurs = sha256(content.bytes) === entry.after
  const known: Entry = JSON.parse(renewed(JSON.stringify(entry)))
  keepEntry(world, isOurs ? { ...known, after: sha256(text) } : known)
  replaceFile(entry.path, text, content.mode)
}
