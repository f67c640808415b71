// The two kinds of prompt cache that providers keep, by their published rules: one holds what a request marks, the other
// whatever it has seen. See docs/bill.md for the rules and what is simplified.

import { PrefixNode, pathOf } from './prefix-tree.ts'
import type { Prompt } from './prompt.ts'

/** Input tokens of one request by what became of them. */
export interface CachedInput {
  readonly read: number
  readonly written: number
  /** Written for an hour. */
  readonly writtenLong: number
  readonly uncached: number
}

export type PromptCache = (prompt: Prompt, now: number) => CachedInput

const hour = 3_600_000

/** The shortest prefix that is cached, by how the model's name begins; first match wins. */
const shortestMarked: readonly (readonly [model: RegExp, tokens: number])[] = [
  [/^claude-(opus-4-[5-9]|haiku-4-5)/, 4_096],
  [/^claude-(3-5-haiku|3-haiku)/, 2_048],
  [/./, 1_024],
]

/** How many blocks are tried from a marker backwards, its own included. */
const lookBack = 20
const mostMarkers = 4

/**
 * A cache of marked prefixes: one entry is written for each marker, and read by a request that has the same blocks up to
 * there and a marker at most 19 blocks behind. Reading renews the entry. Throws an error for too many markers.
 */
export const markedCache = (): PromptCache => {
  const root = new PrefixNode(0)
  return ({ model, blocks }, now) => {
    const path = pathOf(root, blocks)
    const markers = blocks.flatMap(({ marked }, index) => (marked === undefined ? [] : [{ index, lifetime: marked }]))
    if (markers.length > mostMarkers)
      throw new Error(`A request may have ${mostMarkers} markers, not ${markers.length}.`)
    const shortest = shortestMarked.find(([name]) => name.test(model))?.[1] ?? 0
    const isHeld = (index: number): boolean => (path[index]?.heldUntil ?? now) > now

    let hit = -1
    for (const { index } of markers)
      for (let at = index; at > Math.max(hit, index - lookBack); at -= 1)
        if (at >= 0 && isHeld(at)) hit = Math.max(hit, at)
    const tokensAt = (index: number): number => path[index]?.tokens ?? 0
    const hold = (node: PrefixNode | undefined, lifetime: number): void => {
      if (node !== undefined) node.heldUntil = Math.max(node.heldUntil, now + lifetime)
    }

    const read = tokensAt(hit)
    let [end, written, writtenLong] = [read, 0, 0]
    for (const { index, lifetime } of markers) {
      if (tokensAt(index) < shortest) continue
      hold(path[index], lifetime)
      const fresh = Math.max(0, tokensAt(index) - end)
      if (lifetime >= hour) writtenLong += fresh
      else written += fresh
      end = Math.max(end, tokensAt(index))
    }
    hold(path[hit], markers.find(({ index }) => index >= hit)?.lifetime ?? 0)
    return { read, written, writtenLong, uncached: tokensAt(path.length - 1) - end }
  }
}

const shortestSeen = 1_024
const usualStep = 128
const inactivity = 600_000

/**
 * A cache of everything that was sent in the last ten minutes: the longest beginning that was seen before is read, in
 * steps of 128 tokens from 1,024 on; writing costs nothing. The end of a prefix is the end of a block.
 */
export const automaticCache = (step = usualStep): PromptCache => {
  const root = new PrefixNode(0)
  return ({ blocks }, now) => {
    const path = pathOf(root, blocks)
    let seen = 0
    for (const node of path) {
      if (node.heldUntil <= now) break
      seen = node.tokens
    }
    for (const node of path) node.heldUntil = now + inactivity
    const read = seen < shortestSeen ? 0 : Math.floor(seen / step) * step
    return { read, written: 0, writtenLong: 0, uncached: (path.at(-1)?.tokens ?? 0) - read }
  }
}

/** No cache at all. */
export const noCache = (): PromptCache => {
  const root = new PrefixNode(0)
  return ({ blocks }) => ({ read: 0, written: 0, writtenLong: 0, uncached: pathOf(root, blocks).at(-1)?.tokens ?? 0 })
}
