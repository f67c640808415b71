// The kinds of prompt cache that providers keep, by their published rules: one holds what a request marks, one whatever it
// has seen, one the end of each request. See docs/bill.md for the rules and what is simplified.

import { forgetBeyond, isHeldAt, PrefixNode, pathOf } from './prefix-tree.ts'
import type { Prompt } from './prompt.ts'
import type { PromptBlock } from './prompt-part.ts'

/** Input tokens of one request by what became of them. */
export interface CachedInput {
  readonly read: number
  readonly written: number
  /** Written for an hour. */
  readonly writtenLong: number
  readonly uncached: number
}

/** What becomes of a cache around a request. What is absent does not happen. */
export interface CacheMoment {
  /** From when on others can read what the request writes, in milliseconds; absent: at once. */
  readonly seenFrom?: number
  /** Before the request, the cache forgets all that stands behind so many blocks. */
  readonly keepsBlocks?: number
}

export type PromptCache = (prompt: Prompt, now: number, moment?: CacheMoment) => CachedInput

const hour = 3_600_000

/** The shortest prefix that is cached, by how the model's name begins; first match wins. */
const shortestMarked: readonly (readonly [model: RegExp, tokens: number])[] = [
  [/^claude-(opus-4-[56]|haiku-4-5)/, 4_096],
  [/^claude-(opus-4-7|3-5-haiku|3-haiku)/, 2_048],
  [/./, 1_024],
]

/** How many blocks are tried from a marker backwards, its own included. */
const lookBack = 20
const mostMarkers = 4

export interface MarkedRules {
  /** The shortest prefix that is cached; absent: by the model's name. */
  readonly leastTokens?: number
  /** Entries end at every block up to a marker, not at the markers alone. */
  readonly everyBlock?: boolean
}

/** `from`: when it is seen first, if it is not held before. */
const hold = (node: PrefixNode | undefined, until: number, now: number, from = now): void => {
  if (node === undefined) return
  if (node.heldUntil <= now) node.heldFrom = from
  node.heldUntil = Math.max(node.heldUntil, until)
}

/**
 * A cache of marked prefixes: one entry is written for each marker, and read by a request that has the same blocks up to
 * there and a marker at most 19 blocks behind. Reading renews the entry. Throws an error for too many markers.
 */
export const markedCache = ({ leastTokens, everyBlock = false }: MarkedRules = {}): PromptCache => {
  const root = new PrefixNode(0)
  return ({ model, blocks }, now, { seenFrom = now, keepsBlocks } = {}) => {
    forgetBeyond(root, keepsBlocks)
    const path = pathOf(root, blocks)
    const markers = blocks.flatMap(({ marked }, index) => (marked === undefined ? [] : [{ index, lifetime: marked }]))
    if (markers.length > mostMarkers)
      throw new Error(`A request may have ${mostMarkers} markers, not ${markers.length}.`)
    const shortest = leastTokens ?? shortestMarked.find(([name]) => name.test(model))?.[1] ?? 0
    const isHeld = (index: number): boolean => isHeldAt(path[index], now)

    let hit = -1
    for (const { index } of markers)
      for (let at = index; at > Math.max(hit, index - lookBack); at -= 1)
        if (at >= 0 && isHeld(at)) hit = Math.max(hit, at)
    const tokensAt = (index: number): number => path[index]?.tokens ?? 0

    const read = tokensAt(hit)
    let [end, written, writtenLong] = [read, 0, 0]
    for (const [which, { index, lifetime }] of markers.entries()) {
      if (tokensAt(index) < shortest) continue
      hold(path[index], now + lifetime, now, seenFrom)
      if (everyBlock)
        for (let at = Math.max(hit, markers[which - 1]?.index ?? -1) + 1; at < index; at += 1)
          if (tokensAt(at) >= shortest) hold(path[at], now + lifetime, now, seenFrom)
      const fresh = Math.max(0, tokensAt(index) - end)
      if (lifetime >= hour) writtenLong += fresh
      else written += fresh
      end = Math.max(end, tokensAt(index))
    }
    hold(path[hit], now + (markers.find(({ index }) => index >= hit)?.lifetime ?? 0), now)
    return { read, written, writtenLong, uncached: tokensAt(path.length - 1) - end }
  }
}

const shortestSeen = 1_024
const tenMinutes = 600_000

export interface SeenRules {
  /** Reads end at multiples of so many tokens. */
  readonly step?: number
  /** Milliseconds after the last use. */
  readonly lifetime?: number
  /** A block that differs is read up to where it differs. */
  readonly withinBlocks?: boolean
}

/** Tokens of a block that some block seen in its place begins with. */
const sharedBeginning = (seen: PrefixNode, { identity, tokens }: PromptBlock, now: number): number => {
  let most = 0
  for (const [other, node] of seen.followers()) {
    if (!isHeldAt(node, now)) continue
    let length = 0
    while (length < identity.length && identity[length] === other[length]) length += 1
    most = Math.max(most, length)
  }
  return Math.floor((tokens * most) / Math.max(1, identity.length))
}

/**
 * A cache of everything that was sent within the lifetime: the longest beginning that was seen before is read, in steps of
 * 128 tokens from 1,024 on; writing costs nothing. The end of a prefix is the end of a block unless `withinBlocks` says otherwise.
 */
export const automaticCache = ({
  step = 128,
  lifetime = tenMinutes,
  withinBlocks = false,
}: SeenRules = {}): PromptCache => {
  const root = new PrefixNode(0)
  return ({ blocks, keptMs = lifetime }, now, { seenFrom, keepsBlocks } = {}) => {
    forgetBeyond(root, keepsBlocks)
    const before: PrefixNode[] = []
    const held = blocks.findIndex((block) => {
      const node = (before.at(-1) ?? root).known(block)
      if (node === undefined || !isHeldAt(node, now)) return true
      before.push(node)
      return false
    })
    const last = before.at(-1) ?? root
    const differing = blocks[held]
    const within = withinBlocks && differing !== undefined ? sharedBeginning(last, differing, now) : 0
    const path = pathOf(root, blocks)
    for (const node of path) hold(node, now + keptMs, now, seenFrom)
    const seen = last.tokens + within
    const read = seen < shortestSeen ? 0 : Math.floor(seen / step) * step
    return { read, written: 0, writtenLong: 0, uncached: (path.at(-1)?.tokens ?? 0) - read }
  }
}

export interface BreakpointRules {
  /** Milliseconds after the last use. */
  readonly lifetime: number
  /** What is newly held is reported, and charged, as written. */
  readonly writesReported: boolean
}

/**
 * A cache of whole requests: an entry is written at the end of each request of 1,024 tokens or more, and a request reads the longest one
 * that it begins with, however far back it ends.
 */
export const breakpointCache = ({ lifetime, writesReported }: BreakpointRules): PromptCache => {
  const root = new PrefixNode(0)
  return ({ blocks, keptMs = lifetime }, now, { seenFrom, keepsBlocks } = {}) => {
    forgetBeyond(root, keepsBlocks)
    const path = pathOf(root, blocks)
    const hit = path.findLast((node) => isHeldAt(node, now))
    const end = path.at(-1)
    const tokens = end?.tokens ?? 0
    const read = hit?.tokens ?? 0
    const isCached = tokens >= shortestSeen
    hold(hit, now + keptMs, now)
    if (isCached) hold(end, now + keptMs, now, seenFrom)
    const written = isCached && writesReported ? tokens - read : 0
    return { read, written, writtenLong: 0, uncached: tokens - read - written }
  }
}

/** No cache at all. */
export const noCache = (): PromptCache => {
  const root = new PrefixNode(0)
  return ({ blocks }) => ({ read: 0, written: 0, writtenLong: 0, uncached: pathOf(root, blocks).at(-1)?.tokens ?? 0 })
}
