// How a request asks its provider to cache it: which blocks it marks, and for how long.

import { membersOf } from '../json/object-members.ts'
import { elementsOf, endOf, kindOf, nextOf, onlyMember, reads, startOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { cacheBreakpoint } from './breakpoint.ts'
import type { CacheRules, Lifetime, PrefixEnds } from './rules.ts'

/** A block of the conversation that is marked. */
export interface Marker {
  /** How many blocks of the conversation stand behind it. */
  readonly blocksBehind: number
  readonly lifetime: Lifetime
}

export interface CachingAsked {
  /** The longest time, in milliseconds, that the provider may keep any of it; 0: it caches nothing. */
  readonly lifetimeMs: number
  /** Where prefixes end that this request can surely read: nowhere to rely upon when the client chooses them in ways unknown here. */
  readonly surelyEnds: PrefixEnds
  /** Something before the conversation is marked. */
  readonly frameMarked: boolean
  readonly markers: readonly Marker[]
}

/** Members by which clients of OpenAI choose what is cached. */
const [breakpoint, options] = [`"${cacheBreakpoint}"`, '"prompt_cache_options"']

/** Where each message stands among the blocks of the conversation. */
export interface MessageBlocks {
  readonly node: number
  readonly blocks: number
  /** Blocks of the conversation behind its last one. */
  readonly blocksBehind: number
}

type Conversation = Pick<Transcript, 'tape' | 'messages' | 'spelling'>

/** In the order of the messages. */
export const messageBlocksOf = ({ messages }: Pick<Transcript, 'messages'>): MessageBlocks[] => {
  let blocksBehind = messages.reduce((sum, { blocks }) => sum + blocks, 0)
  return messages.map(({ node, blocks }): MessageBlocks => {
    blocksBehind -= blocks
    return { node, blocks, blocksBehind }
  })
}

/**
 * Finds the first of these nodes that ends behind a key, to be asked in the order of the text. A body may have as many markers
 * as nodes, so nothing is looked through twice.
 */
const endingBehind = (tape: JsonTape, nodes: readonly number[]): ((key: number) => number) => {
  let index = 0
  return (key) => {
    while (index < nodes.length && nextOf(tape, nodes[index] ?? 0) <= key) index += 1
    return index
  }
}

/** Tells how many blocks of the conversation stand behind a key, to be asked in the order of the text; `undefined`: it is in no message. */
const blocksBehindKey = (
  { tape, spelling }: Conversation,
  messages: readonly MessageBlocks[],
): ((key: number) => number | undefined) => {
  const messageAt = endingBehind(
    tape,
    messages.map(({ node }) => node),
  )
  let holder = -1
  let blocks: readonly number[] = []
  let blockAt = endingBehind(tape, blocks)
  return (key) => {
    const index = messageAt(key)
    const message = messages[index]
    if (message === undefined || message.node > key) return undefined
    if (index !== holder) {
      holder = index
      blocks = elementsOf(tape, membersOf(tape, message.node)?.get(spelling.content))
      blockAt = endingBehind(tape, blocks)
    }
    return message.blocksBehind + Math.max(0, blocks.length - 1 - blockAt(key))
  }
}

const given = '"input"'
const taken = '"input_schema"'

/** Whether an object is what a call is given, or what a tool takes: a member of it may be called like a marker. */
const holdsArguments = (tape: JsonTape, key: number): boolean =>
  (reads(tape, key, given) || reads(tape, key, taken)) && kindOf(tape, key + 1) === JsonKind.Object

/** The keys of the body that ask for caching. A client that spells out what it leaves out says `null`, which asks for nothing. */
const keysOf = ({
  tape,
  spelling,
}: Conversation): { readonly markers: readonly number[]; readonly others: boolean } => {
  const marker = spelling.cacheMarker === undefined ? undefined : `"${spelling.cacheMarker}"`
  // Most keys are shorter than all of these.
  const fewest = Math.min(given.length, breakpoint.length, options.length, marker?.length ?? Number.POSITIVE_INFINITY)
  const markers: number[] = []
  let others = false
  for (let key = 0; key < tape.length; key += 1) {
    if (kindOf(tape, key) !== JsonKind.Key || endOf(tape, key) - startOf(tape, key) < fewest) continue
    const isMarker = marker !== undefined && reads(tape, key, marker)
    if (isMarker && kindOf(tape, key + 1) === JsonKind.Object) markers.push(key)
    // What stands in a marker marks nothing.
    if (isMarker || holdsArguments(tape, key)) key = nextOf(tape, key + 1) - 1
    else if (reads(tape, key, breakpoint) || reads(tape, key, options)) others ||= !reads(tape, key + 1, 'null')
  }
  return { markers, others }
}

/** What a request asks for, where its provider listens. */
export const cachingAskedOf = (
  conversation: Conversation,
  messages: readonly MessageBlocks[],
  rules: CacheRules,
): CachingAsked => {
  const { tape, spelling } = conversation
  const { surelyEnds } = rules
  const unasked = rules.automatic || rules.possiblyEnds !== 'markers' ? rules.lifetime.possiblyMs : 0
  const { markers: keys, others } = keysOf(conversation)
  if (surelyEnds !== 'markers')
    return { lifetimeMs: unasked, surelyEnds: others ? 'nowhere' : surelyEnds, frameMarked: true, markers: [] }
  let lifetimeMs = unasked
  let frameMarked = false
  const markers: Marker[] = []
  const whole = spelling.cacheMarker === undefined ? undefined : onlyMember(tape, 0, spelling.cacheMarker)
  const behindKey = blocksBehindKey(conversation, messages)
  for (const key of keys) {
    const time = onlyMember(tape, key + 1, 'ttl')
    const lifetime = time !== undefined && reads(tape, time, '"1h"') ? rules.longLifetime : rules.lifetime
    lifetimeMs = Math.max(lifetimeMs, lifetime.possiblyMs)
    const blocksBehind = behindKey(key)
    if (key + 1 === whole) markers.push({ blocksBehind: 0, lifetime })
    else if (blocksBehind === undefined) frameMarked = true
    else markers.push({ blocksBehind, lifetime })
  }
  return { lifetimeMs, surelyEnds, frameMarked, markers }
}
