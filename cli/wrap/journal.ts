// What `wrap` changed, so that `unwrap` can undo it: kept before a file is changed, and until it is as it was.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isObject } from '../../core/json/object.ts'
import { elsewhere, stateFolder } from '../files/folders.ts'
import { oneAtATime } from '../files/one-at-a-time.ts'
import { readPrivate, writePrivate } from '../files/private.ts'
import { parsedObject } from '../files/read-json.ts'
import { Located } from '../world/faults.ts'
import type { Place } from '../world/world.ts'

/** One member of a JSON file: what we set, and what had stood there, as it was written. */
export interface MemberChange {
  readonly path: readonly string[]
  readonly ours: unknown
  readonly theirs?: string
}

export interface Entry {
  readonly agent: string
  /** Of the file itself: links are followed. */
  readonly path: string
  /** The bytes before, in base64; absent: there was no file. */
  readonly before?: string
  /** Its rights before. */
  readonly mode?: number
  /** SHA-256 of the bytes after. */
  readonly after: string
  /** Of a JSON file; a TOML file has fences. */
  readonly members?: readonly MemberChange[]
}

const pathOf = (place: Place): string => join(stateFolder(place), 'wrapped.json')

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const isEntry = (value: unknown): value is Entry =>
  isObject(value) &&
  typeof value.path === 'string' &&
  typeof value.agent === 'string' &&
  typeof value.after === 'string'

/** Throws `Failed` for a journal that is damaged: it is not written over. */
export const readJournal = (place: Place): readonly Entry[] => {
  const text = readPrivate(pathOf(place), place.platform)
  if (text === undefined) return []
  const { wrapped } = parsedObject(text) ?? {}
  if (Array.isArray(wrapped) && wrapped.every(isEntry)) return wrapped
  const path = pathOf(place)
  throw new Located(`${path} is damaged.`, path, 'It says which files were wrapped: look there before you delete it.')
}

/** Writes what `change` makes of the files that are wrapped. */
const rewrite = (place: Place, change: (wrapped: readonly Entry[]) => readonly Entry[]): void => {
  const write = (): void => {
    const wrapped = change(readJournal(place))
    writePrivate(pathOf(place), `${JSON.stringify({ wrapped }, null, 2)}\n`, elsewhere(place, 'state'))
  }
  oneAtATime(pathOf(place), write, elsewhere(place, 'state'))
}

/** Keeps an entry in place of the one of the same file. */
export const keepEntry = (place: Place, entry: Entry): void =>
  rewrite(place, (wrapped) => [...wrapped.filter(({ path }) => path !== entry.path), entry])

export const forgetEntry = (place: Place, path: string): void =>
  rewrite(place, (wrapped) => wrapped.filter((entry) => entry.path !== path))
