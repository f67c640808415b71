// Reads nothing twice: a request begins with the bytes of the one before it. Of the conversations that this environment has read last it
// holds where everything stood, what was digested, what calls have named, which spans stayed of values, and digests of the bytes
// themselves: a body whose bytes have the same digests is read from where they end. Holds no text. What is found there is what would
// be read; docs/decisions/0036-nothing-read-twice.md says why nobody can make two bodies with one digest.

import { createCipheriv, createSecretKey, type Hash } from 'node:crypto'
import { defined } from '../../collections/defined.ts'
import { endOf, kindOf, nextOf } from '../../json/read.ts'
import { JsonKind } from '../../json/scan.ts'
import type { ScannedPrefix } from '../../json/webassembly/scan.ts'
import { picturesIn } from '../../transcript/pictures.ts'
import { type HeldState, heldState } from '../../transcript/read-state.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import type { FrameDigests } from './frame.ts'

/** What was digested of a conversation, by the ends of turns, which are counts of messages. */
export interface Digests {
  /** States of the digest of everything up to there. Not to be changed: copy them. */
  readonly states: ReadonlyMap<number, Hash>
  /** Of what was said last there, as far as it was asked for. */
  readonly said: ReadonlyMap<number, Buffer>
  /** Of what stands around it. */
  readonly frame: FrameDigests
}

/** What a body begins with that was read before. */
export interface ReadPrefix {
  readonly scanned: ScannedPrefix
  readonly digests: Digests
  /** How many messages stand in it. */
  readonly messages: number
  /** What its reader knew there. */
  readonly state?: HeldState
  /** What stands around the conversation, if it is the same as well: its bytes, and the number of pictures. */
  frameOf(transcript: Transcript): FrameDigests | undefined
}

export interface ReadPrefixes {
  /** The longest beginning of a body that is known. `owner`: nobody else's is ever found. */
  find(owner: string, bytes: Uint8Array): ReadPrefix | undefined
  /** Remembers a conversation, in place of the one that it goes on with; beside one that it only begins like. */
  remember(owner: string, transcript: Transcript, digests: Digests, continued?: ReadPrefix): void
}

/** The end of a message up to which a body may be the same. */
interface Mark {
  readonly messages: number
  /** The first node behind it. */
  readonly nodes: number
  readonly end: number
  /** Of the last bytes before it. Bodies that are others mostly differ there, and need not be compared. */
  readonly ending: number
  /** Of the bytes since the mark before it; of the first two, since the beginning. */
  readonly tag: string
}

interface Conversation {
  readonly owner: string
  readonly marks: readonly Mark[]
  readonly cells: Int32Array
  readonly list: number
  readonly hasColours: boolean
  readonly isSpelledPlainly: boolean
  readonly digests: Digests
  /** A digest of the bytes behind the list. Absent where instructions stand in it, which belong to what stands around. */
  readonly behind: string | undefined
  readonly states: ReadonlyMap<number, HeldState>
  readonly weight: number
}

/** Reading less takes no longer than looking for it. */
const fewestBytes = 8_000
/** Conversations that are compared with a body. */
const mostCompared = 4
/** So many bytes make an ending. */
const endingBytes = 64
/** About what they take, in bytes: a conversation beside its nodes, the state of a digest, a digest, a message, a segment, a call. */
const [overhead, stateWeight, digestWeight, messageWeight, segmentWeight, callWeight] = [
  1_000, 1_000, 200, 100, 100, 600,
]

/** How many messages each mark stands behind: the client's first one, by which conversations differ, and where there is a state. */
const countsIn = ({ messages, states }: Transcript): number[] => {
  const first = messages.findIndex(({ side }) => side === 'client') + 1
  return [...new Set([first, ...(states?.keys() ?? [])])].filter((count) => count > 0).sort((one, other) => one - other)
}

/** A sum of the last bytes before a place. */
const endingAt = (bytes: Uint8Array, end: number): number => {
  let sum = 0
  for (let at = Math.max(0, end - endingBytes); at < end; at += 1) sum = (Math.imul(sum, 31) + (bytes[at] ?? 0)) | 0
  return sum
}

const endsAlike = ({ end, ending }: Mark, bytes: Uint8Array): boolean =>
  end <= bytes.length && ending === endingAt(bytes, end)

/** Those to be compared with a body, and where each ends alike: the farthest first, because most others only begin like it. */
const comparedWith = (bytes: Uint8Array, all: readonly Conversation[], owner: string) =>
  all
    .flatMap((conversation) => {
      const last =
        conversation.owner === owner ? conversation.marks.findLast((mark) => endsAlike(mark, bytes)) : undefined
      return last === undefined ? [] : [{ conversation, end: last.end }]
    })
    .sort((one, other) => other.end - one.end)
    .slice(0, mostCompared)

/** Whether it shares no more with it than the first mark, of several: conversations of one client begin alike. */
const onlyBeginsLike = ({ marks }: Conversation, { messages }: ReadPrefix): boolean =>
  marks.length > 1 && marks[0]?.messages === messages

/** What calls name takes as much as it has characters. */
const weightOf = ({ messages, segments, calls, history }: HeldState): number => {
  let weight = messages.length * messageWeight + segments.length * segmentWeight + calls.size * callWeight
  for (const names of [calls, history.written, history.read, history.running])
    for (const name of names.keys()) weight += name.length
  return weight
}

/** The spans that are known of values; states of one conversation share them. */
const spansWeight = (states: Iterable<HeldState>): number => {
  const lists = new Set<Int32Array>()
  for (const { segments } of states)
    for (const { noted } of segments) {
      if (typeof noted.lossless === 'object') lists.add(noted.lossless.bounds)
      if (noted.cut !== undefined) lists.add(noted.cut.kept.bounds).add(noted.cut.places)
    }
  return [...lists].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

type Tag = (bytes: Uint8Array) => string

/** GMAC, whose tags nobody gets to see. */
const taggingWith = (key: Uint8Array): Tag => {
  const secret = createSecretKey(key)
  const nonce = new Uint8Array(12)
  return (bytes) => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(bytes)
    cipher.final()
    return cipher.getAuthTag().toString('latin1')
  }
}

/** See `Conversation`. */
const behindIn = (
  bytes: Uint8Array,
  { tape, messages }: Transcript,
  list: number,
  tagOf: Tag,
): Conversation['behind'] => {
  if (messages.some(({ side }) => side === 'instructions')) return undefined
  const end = endOf(tape, list)
  // Mostly a brace alone.
  return bytes.length - end > 1 ? tagOf(bytes.subarray(end)) : ''
}

/**
 * A memory of one environment. `key`: 32 random bytes of its own, which nobody else has. `maxBytes` bounds all conversations together;
 * those go first that were used longest ago.
 */
export const readPrefixes = (key: Uint8Array, maxBytes = 16_000_000): ReadPrefixes => {
  const tagOf = taggingWith(key)
  /** The last ones first. */
  let conversations: Conversation[] = []

  const isSame = (mark: Mark, from: number, bytes: Uint8Array): boolean =>
    endsAlike(mark, bytes) && tagOf(bytes.subarray(from, mark.end)) === mark.tag

  /** The last mark up to which the bytes are the same. Nobody asks about the first where a later one is. */
  const sameUpTo = ({ marks: [first, ...later] }: Conversation, bytes: Uint8Array): Mark | undefined => {
    let same: Mark | undefined
    for (const mark of later) {
      if (!isSame(mark, same?.end ?? 0, bytes)) break
      same = mark
    }
    return same ?? (first !== undefined && isSame(first, 0, bytes) ? first : undefined)
  }

  const withoutOldest = (all: readonly Conversation[]): Conversation[] => {
    let held = 0
    return all.filter(({ weight }) => {
      held += weight
      return held <= maxBytes
    })
  }

  return {
    find(owner, bytes) {
      let longest: { readonly conversation: Conversation; readonly mark: Mark } | undefined
      for (const { conversation, end } of comparedWith(bytes, conversations, owner)) {
        if (end <= (longest?.mark.end ?? fewestBytes)) break
        const mark = sameUpTo(conversation, bytes)
        if (mark !== undefined && mark.end > (longest?.mark.end ?? fewestBytes)) longest = { conversation, mark }
      }
      if (longest === undefined) return undefined
      const { conversation, mark } = longest
      conversations = [conversation, ...conversations.filter((one) => one !== conversation)]
      const { cells, list, hasColours, isSpelledPlainly, digests, behind, states } = conversation
      const scanned = { end: mark.end, cells: cells.subarray(0, 4 * mark.nodes), list, hasColours, isSpelledPlainly }
      const { frame } = digests
      const frameOf = (transcript: Transcript): FrameDigests | undefined => {
        const isSame = behind !== undefined && behindIn(bytes, transcript, list, tagOf) === behind
        return isSame && picturesIn(transcript.tape) === frame.pictures ? frame : undefined
      }
      return { scanned, digests, frameOf, messages: mark.messages, ...defined({ state: states.get(mark.messages) }) }
    },

    remember(owner, transcript, digests, continued) {
      const { tape, messages } = transcript
      const states = new Map([...(transcript.states ?? [])].map(([count, state]) => [count, heldState(state)]))
      const { bytes, cells, hasColours = true, isSpelledPlainly = false } = tape
      const [first] = messages
      if (bytes === undefined || first === undefined || bytes.length < fewestBytes) return
      const marks: Mark[] = []
      for (const count of countsIn(transcript)) {
        const last = messages[count - 1]
        // Where a number ends, what follows it tells.
        if (last === undefined || kindOf(tape, last.node) !== JsonKind.Object) continue
        const [from, end] = [marks.slice(1).at(-1)?.end ?? 0, endOf(tape, last.node)]
        const tag = tagOf(bytes.subarray(from, end))
        marks.push({ messages: count, nodes: nextOf(tape, last.node), end, ending: endingAt(bytes, end), tag })
      }
      const weight = [...states.values()].reduce(
        (sum, state) => sum + weightOf(state),
        cells.byteLength +
          stateWeight * digests.states.size +
          digestWeight * (digests.said.size + 1) +
          spansWeight(states.values()) +
          overhead,
      )
      if (weight > maxBytes) return
      const list = first.node - 1
      const behind = behindIn(bytes, transcript, list, tagOf)
      const conversation = { owner, marks, cells, list, hasColours, isSpelledPlainly, digests, behind, states, weight }
      const others = conversations.filter((one) => one.digests !== continued?.digests || onlyBeginsLike(one, continued))
      conversations = withoutOldest([conversation, ...others])
    },
  }
}
