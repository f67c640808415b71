// What of the data is measured: the folder, one in so many documents, and what stays apart for baselines.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../../../testkit/data/transcripts.ts'

export interface Choice {
  /** Absent: everything is made up. */
  readonly folder?: string
  /** One in so many documents. */
  readonly every: number
  /** Holds a forest for each repository that never saw it: all coding runs can be measured. */
  readonly models?: string
}

export const madeUp = 'made up; no evidence of what an engine keeps'

/** Whether a document is in the sample, by its name. */
export const isSampled =
  (every: number) =>
  ({ id }: { readonly id: string }): boolean =>
    digestOf(`sample ${id}`) % every === 0

/** One in five is not measured, so that baselines know words from elsewhere. */
export const apart = <Item extends { readonly id: string; readonly text: string }>(items: readonly Item[]) => {
  const isOther = ({ id }: Item): boolean => digestOf(`words ${id}`) % 5 === 0
  return { measured: items.filter((item) => !isOther(item)), others: items.filter(isOther).map(({ text }) => text) }
}

/** A file of the folder, where both are there. */
export const read = (folder: string | undefined, ...path: readonly string[]): Buffer | undefined => {
  if (folder === undefined) return undefined
  const file = join(folder, ...path)
  return existsSync(file) ? readFileSync(file) : undefined
}
