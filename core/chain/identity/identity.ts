// What a conversation is recognised by: a keyed digest of everything up to the end of each turn of the client. System texts are
// no part of it, wherever they stand, and neither are cache markers, members that say nothing and the two spellings of plain text. Records are kept under what
// was said last, so that they are found although a client has changed what stands before that. Holds no text.

import { createHash, type Hash } from 'node:crypto'
import { onceAsked } from '../../collections/once.ts'
import { answeredAt, turnEnds } from '../../transcript/client-turns.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { chainKeyOf } from './chain-key.ts'
import { frameDigests, frameFrom } from './frame.ts'
import { keyedOnce } from './keyed-digest.ts'
import type { Digests, ReadPrefix } from './read-prefixes.ts'
import { answersOfKey, type Feed, feedOf, saidLastIn } from './said-last.ts'
import { type ShownPictures, shownIn } from './shown-pictures.ts'

/** The conversation up to the end of one turn of the client. */
export interface Head {
  /** Of everything up to here. 43 characters of base64url. Tells nothing to those who do not have the account's secret. */
  readonly digest: string
  /** Where its record is kept: a digest of the model's last answers, and of what the client said without a call. */
  readonly key: string
  /** Which turn of the client it ends, counted from 1. */
  readonly turn: number
  /** How many of the transcript's messages that covers, the instructions between them included. */
  readonly messages: number
  /** How many of the transcript's segments stand in those messages. */
  readonly segments: number
}

export interface Heads {
  /** Everything that the request sends, up to the client's last word. */
  readonly own: Head
  /** Of the turns before, the deepest first: 16 at most. */
  readonly earlier: readonly Head[]
  /** Of the turns before those, the deepest first: 85 at most. */
  readonly older: readonly Head[]
  /** The first turn's. */
  readonly root: Head
  /** Digests of all that stands around the conversation, and of the instructions before it: see `frame.ts`. */
  readonly frame: string
  /** Where the use of all its branches is noted: by its first turn. */
  readonly conversation: string
  /** Of the cache alone, whatever is said: what the account has seen of it is kept there. */
  readonly cache: string
  /**
   * Where it is noted that the service has met it, whichever model was asked at whatever upstream: by its first turn and the answer to that, without
   * thinking. `undefined`: nobody has answered yet. Conversations that are asked the same first are told from each other by what was answered.
   */
  readonly met: string | undefined
  /** Digest of everything up to the end of a head without what the model has thought, as a record keeps it. All of it is digested when this is asked for. */
  readonly saidUpTo: (head: Pick<Head, 'messages'>) => string
  /** The same of everything without what its pictures show; `undefined`: there are none. */
  readonly shownUpTo: (head: Pick<Head, 'messages'>) => ShownPictures | undefined
  /** What the digests of these heads are made from; all of it is digested when this is asked for. */
  readonly digests: Digests
}

const nothing = Buffer.alloc(0)

const maxEarlier = 16
const maxOlder = 85

/** The digest of a head as a record keeps it beside others: 66 bits. */
export const shortDigest = (digest: string): string => digest.slice(0, 11)

/** How the key of what is kept of a cache begins; no digest has a dot. */
export const ofCache = 'cache.'
/** The same of what is kept of all branches of a conversation, and of what was said of a rest. */
const ofConversation = 'use.'
export const ofRest = 'rest.'
/** The same of what the service has met. */
export const ofMet = 'met.'

/** Works out what heads are asked for: most never are, because the last request's record is usually at hand. */
interface Digesting {
  digestOf(head: Pick<Head, 'messages'>): string
  keyOf(head: Pick<Head, 'turn'>): string
}

class LazyHead implements Head {
  readonly turn: number
  readonly messages: number
  readonly segments: number
  readonly #digesting: Digesting
  #digest: string | undefined
  #key: string | undefined

  constructor({ turn, messages, segments }: Omit<Head, 'digest' | 'key'>, digesting: Digesting) {
    this.turn = turn
    this.messages = messages
    this.segments = segments
    this.#digesting = digesting
  }

  get digest(): string {
    this.#digest ??= this.#digesting.digestOf(this)
    return this.#digest
  }

  get key(): string {
    this.#key ??= this.turn > 1 ? this.#digesting.keyOf(this) : this.digest
    return this.#key
  }
}

/** What is worked out of a conversation when it is asked for, and once. */
interface Asked {
  readonly frame: () => string
  readonly cache: () => string
  readonly met: () => string | undefined
  readonly saidUpTo: Heads['saidUpTo']
  readonly shownUpTo: Heads['shownUpTo']
  readonly digests: () => Digests
}

/** A class: an accessor of an object's own would give each a shape of its own, which holds the body until the whole heap is collected. */
class LazyHeads implements Heads {
  readonly own: Head
  readonly earlier: readonly Head[]
  readonly older: readonly Head[]
  readonly root: Head
  readonly saidUpTo: Heads['saidUpTo']
  readonly shownUpTo: Heads['shownUpTo']
  readonly #asked: Asked

  constructor(heads: readonly [Head, ...Head[]], asked: Asked) {
    const [root] = heads
    this.root = root
    this.own = heads.at(-1) ?? root
    this.earlier = heads.slice(0, -1).slice(-maxEarlier).reverse()
    this.older = heads
      .slice(0, -1 - maxEarlier)
      .slice(-maxOlder)
      .reverse()
    this.saidUpTo = asked.saidUpTo
    this.shownUpTo = asked.shownUpTo
    this.#asked = asked
  }

  get conversation(): string {
    return `${ofConversation}${this.root.key}`
  }

  get frame(): string {
    return this.#asked.frame()
  }

  get cache(): string {
    return this.#asked.cache()
  }

  get met(): string | undefined {
    return this.#asked.met()
  }

  get digests(): Digests {
    return this.#asked.digests()
  }
}

/**
 * Digests a conversation up to where it is asked for, and keeps the states at these ends on the way. Goes on from what was digested
 * before, as far as the prefix that the body begins with goes.
 */
const digestedUpTo = (feed: Feed, ends: readonly number[], prefix: ReadPrefix | undefined) => {
  const known = [...(prefix?.digests.states ?? [])]
  const states = new Map(known.filter(([end]) => end <= (prefix?.messages ?? 0) && ends.includes(end)))
  const stateAt = (messages: number): Hash => {
    let from = Math.max(0, ...[...states.keys()].filter((end) => end <= messages))
    let state = states.get(from) ?? createHash('sha256')
    for (const end of [...ends.filter((one) => one < messages), messages]) {
      if (end <= from) continue
      // One that is kept stays as it is.
      if (states.has(from)) state = state.copy()
      feed(state, from, end)
      states.set(end, state)
      from = end
    }
    return state
  }
  return { states, stateAt }
}

/**
 * The heads of a conversation of an account with this secret (32 bytes in base64), in this cache: what one model was sent at
 * one upstream, no other has cached. `undefined` when it cannot be recognised:
 * the client has said nothing, or the request does not carry all of it. Throws for any other secret.
 */
export const headsOf = (
  transcript: Transcript,
  secret: string,
  cache: string,
  prefix?: ReadPrefix,
): Heads | undefined => {
  const { tape } = transcript
  // Halves of characters would all be digested as one. In bytes there are none.
  if (!transcript.whole || (tape.bytes === undefined && !tape.text.slice().isWellFormed())) return undefined
  const all = turnEnds(transcript)
  const last = all.slice(-maxEarlier - 1)
  const ends = last.length < all.length ? [...all.slice(0, 1), ...last] : last
  const key = chainKeyOf(secret)
  const kind = `${JSON.stringify([transcript.dialect, cache])}\u0000`
  const digested = onceAsked(() => digestedUpTo(feedOf(transcript), ends, prefix))
  const saidLast = onceAsked(() => saidLastIn(transcript))
  const said = new Map<number, Buffer>()
  const digesting: Digesting = {
    digestOf: ({ messages }) => keyedOnce(key, kind, digested().stateAt(messages).copy().digest()),
    keyOf({ turn }) {
      const end = all[turn - 1] ?? 0
      const known = end <= (prefix?.messages ?? 0) ? prefix?.digests.said.get(end) : undefined
      const digest = known ?? saidLast()(all.slice(Math.max(0, turn - 1 - answersOfKey), turn))
      said.set(end, digest)
      return keyedOnce(key, `last ${kind}`, digest)
    },
  }
  let segments = 0
  const heads = all.map((messages, index): Head => {
    while ((transcript.segments[segments]?.message ?? messages) < messages) segments += 1
    return new LazyHead({ turn: index + 1, messages, segments }, digesting)
  })
  const [root, ...behind] = heads
  if (root === undefined) return undefined
  const around = onceAsked(() => prefix?.frameOf(transcript) ?? frameDigests(transcript))
  const frame = onceAsked(() => frameFrom(around(), (part, digest) => shortDigest(keyedOnce(key, part, digest))))
  const ofThisCache = onceAsked(() => `${ofCache}${keyedOnce(key, kind, nothing)}`)
  const digests = (): Digests => {
    const { states, stateAt } = digested()
    stateAt((heads.at(-1) ?? root).messages)
    return { states, said, frame: around() }
  }
  // Once for all who ask: each record of another history does, and there may be many.
  const saidAlone = onceAsked(() => digestedUpTo(feedOf(transcript, 'thoughts'), ends, undefined))
  const saidUpTo: Heads['saidUpTo'] = ({ messages }) =>
    shortDigest(keyedOnce(key, `said ${kind}`, saidAlone().stateAt(messages).copy().digest()))
  const shown = onceAsked(() => digestedUpTo(feedOf(transcript, 'pictures'), ends, undefined))
  const shownUpTo = shownIn(transcript, ({ messages }) =>
    shortDigest(keyedOnce(key, `shown ${kind}`, shown().stateAt(messages).copy().digest())),
  )
  const met = onceAsked(() => {
    const answered = answeredAt(transcript, root.messages)
    if (answered === undefined) return undefined
    const state = saidAlone().stateAt(answered)
    return `${ofMet}${keyedOnce(key, `met ${transcript.dialect}`, state.copy().digest())}`
  })
  return new LazyHeads([root, ...behind], { frame, cache: ofThisCache, met, saidUpTo, shownUpTo, digests })
}
