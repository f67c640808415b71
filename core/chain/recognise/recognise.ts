// Finds what an earlier request of the same conversation left behind. In doubt there is nothing; whatever fails, the
// request goes on without it and says so.

import { cachingAskedOf, messageBlocksOf } from '../../caches/asked.ts'
import type { PriceRow } from '../../caches/rules.ts'
import { onceAsked } from '../../collections/once.ts'
import { StoreUnreachable } from '../../runtime/store-unreachable.ts'
import { weighing } from '../../transcript/pictures.ts'
import type { Chain, KnownChain } from '../chain.ts'
import { anywhereKeptMs } from '../held/cache-state.ts'
import { haveSameTexts } from '../identity/frame.ts'
import { type Head, type Heads, headsOf } from '../identity/identity.ts'
import type { ReadPrefix } from '../identity/read-prefixes.ts'
import { textDigestOf } from '../identity/text-digest.ts'
import { turnEndsOf, valuesOf } from '../identity/turn-ends.ts'
import { wasPerhapsTooShort } from '../move/floor.ts'
import { endsLostIn, passingThinkingIn, unthoughtIn } from '../move/passing-thinking.ts'
import type { RememberedChains, RememberedRecord } from '../record/remembered-chains.ts'
import { chainAsSeen } from '../remember/unasked-reads.ts'
import { afterRest } from './after-rest.ts'
import { comesWithHistory, hasBranched } from './branching.ts'
import { sharedTurnOf } from './changed-history.ts'
import { orKeptSince } from './kept-since.ts'
import { lastShownAlike } from './known-beginning.ts'
import { knownFrom, type Looking, lookFor, unread, unsureOf } from './known-record.ts'
import { ofLastUse, orOfLastUse, type Recognised } from './last-use.ts'
import { hasGonePast, orMet, unseenAnswers, unseenOf } from './past-the-service.ts'

interface Recognition extends Looking {
  /** The account's chain secret, base64. */
  readonly secret: string
  /** Whose cache it is: a model's, at an upstream. */
  readonly cache: string
  readonly prices: PriceRow
  /** Whether it may have been sent before, and what was decided then counts: its own record is looked for first. */
  readonly mayRepeat: boolean
  /** What the body begins with that was read before. */
  readonly prefix?: ReadPrefix
}

/** The turns whose record may stand behind one that was found under their key, the likeliest first: those that say the same last have the same key. */
const soughtUnder = ({ changed, head, key }: KnownChain, { own, earlier }: Heads, mayRepeat: boolean): Head[] => {
  if (changed) return [head]
  const last = earlier.find((one) => one.key === key) ?? head
  return mayRepeat && own.key === key ? [own, last] : [last]
}

/**
 * In the place of its record may stand a sibling's, or that of an older turn of its own which has said the same last; both have the same key.
 * Its own is kept under the digest of everything. `sought`: the turn whose record it should be.
 */
const orItsExact = async (known: KnownChain, sought: Head, chain: Chain, asked: Recognition): Promise<KnownChain> => {
  const isItsOwn = !known.changed && known.head.turn >= sought.turn
  if (isItsOwn || known.unsure || sought.digest === sought.key) return known
  const found = await lookFor(sought.digest, asked)
  if (found === unread) return unsureOf(known)
  return found === undefined ? known : knownFrom(found, chain, asked)
}

/** What the record of a turn tells of the request; `undefined`: it has none. */
const ofTurn = async (
  turn: Head,
  chain: Chain,
  asked: Recognition,
): Promise<KnownChain | typeof unread | undefined> => {
  const found = await lookFor(turn.key, asked)
  return found === undefined || found === unread
    ? found
    : orItsExact(knownFrom(found, chain, asked), turn, chain, asked)
}

/** Records of so many turns are looked for behind that of another history: so often in a row may a client have sent another one meanwhile. */
const mostBehind = 4

/**
 * In the place of its record may stand that of a conversation, or of a branch, which has said the same last, while its own is not written
 * yet. What that one has sent tells nothing of this one: the record of a turn before counts more, if it surely has more of this history. A record that
 * differs by which pictures are named is its own.
 */
const orOfTurnBefore = async (known: KnownChain, chain: Chain, asked: Recognition): Promise<KnownChain> => {
  const { heads } = chain
  if (!known.changed || known.unsure) return known
  const shown = { heads: [heads.own, ...heads.earlier], shownUpTo: heads.shownUpTo }
  const shared = Math.max(sharedTurnOf(known, heads), lastShownAlike(known.state, shown))
  const before = heads.earlier.filter(({ turn }) => turn < known.head.turn && turn > shared).slice(0, mostBehind)
  const keys = [...new Set(before.flatMap(({ key, digest }) => [key, digest]))]
  for (const found of await Promise.all(keys.map((key) => lookFor(key, asked)))) {
    if (found === unread) return unsureOf(known)
    const one = found === undefined ? undefined : knownFrom(found, chain, asked)
    if (one?.changed === false) return one
  }
  return known
}

/** Turns in a row that may have been asked beside it. */
const mostAside = 2

/**
 * What is asked beside a conversation, behind a system text of its own, says the same last as what goes on without that. Its record tells little of
 * what is kept behind these texts: that of a turn before which stood behind them counts more.
 */
const orBehindTheseTexts = async (known: KnownChain, chain: Chain, asked: Recognition): Promise<KnownChain> => {
  const { own, earlier, frame } = chain.heads
  const isBehindOthers = ({ state }: KnownChain): boolean => !haveSameTexts(state.frame, frame)
  if (known.unsure || known.head !== own || !isBehindOthers(known)) return known
  for (const before of earlier.slice(0, mostAside)) {
    const one = await ofTurn(before, chain, asked)
    if (one === undefined) continue
    if (one === unread || one.unsure) return unsureOf(known)
    if (!one.changed && !isBehindOthers(one)) return one
  }
  return known
}

/**
 * What text moves for nothing depends on when a record was used last, so that a retry may do other than its first attempt did; and one with
 * other markers may find that a move does not pay. After a pause, where the record was used behind its back or is not that of the turn before, or
 * where text waits to move, the request's own record counts, if it has one. So it does where something is to be cached, texts are new and the turn
 * before last was not counted to be long enough: a first attempt that went on before that was known went whole.
 */
const orItsOwn = async (known: KnownChain, chain: Chain, asked: Recognition): Promise<KnownChain> => {
  const { heads, now } = chain
  const { mayRepeat } = asked
  const isUsedSince = known.pauseMs >= anywhereKeptMs || now - known.pauseMs !== known.state.sentAt
  const isNew = chain.asked.lifetimeMs > 0 && heads.own.segments > known.state.segments.length
  const mayHaveBeenShort = isNew && wasPerhapsTooShort(known.state.counts, asked.prices)
  const isAlone = !known.changed && !isUsedSince && !mayHaveBeenShort && known.head === heads.earlier[0]
  const mayMove = known.state.segments.some(({ representation }) => representation === 'scheduled')
  if (mayRepeat || known.unsure || (isAlone && !mayMove)) return known
  const own = await ofTurn(heads.own, chain, asked)
  if (own === unread) return unsureOf(known)
  if (own === undefined) return known
  if (own.changed) return own.unsure ? unsureOf(known) : known
  return own.head === heads.own ? own : known
}

/** Most records that are read together. */
const maxSought = 17

/** Where its record may be, the likeliest first. */
const soughtIn = ({ own, earlier }: Heads, mayRepeat: boolean): Iterable<string> => ({
  *[Symbol.iterator]() {
    if (mayRepeat) yield own.key
    for (const { key } of earlier) yield key
  },
})

/**
 * A client that comes back to a model after many turns with others finds the form in which the model was sent what came before. Where
 * one of the reads fails, what the others found is used, and nothing moves: a later record may be there.
 */
const olderRecord = async ({ older }: Heads, { chains, now }: Recognition): Promise<RememberedRecord | undefined> => {
  const asked: ReturnType<RememberedChains['find']>[] = []
  for (let from = 0; from < older.length; from += maxSought) {
    const keys = older.slice(from, from + maxSought).map(({ key }) => key)
    asked.push(chains.find(keys, now))
  }
  const answers = await Promise.allSettled(asked)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []))[0]
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed === undefined) return found
  if (found === undefined) throw new StoreUnreachable('Some of the older records could not be read.')
  return { ...found, unsure: true }
}

/** What the record that was found tells of the request, or what counts more. `inPlace`: as it stands there. */
const knownBy = async (record: RememberedRecord, chain: Chain, asked: Recognition): Promise<Recognised> => {
  const inPlace = knownFrom(record, chain, asked)
  let exact = inPlace
  for (const sought of soughtUnder(inPlace, chain.heads, asked.mayRepeat))
    if (exact === inPlace) exact = await orItsExact(inPlace, sought, chain, asked)
  const ofTurnBefore = await orOfTurnBefore(exact, chain, asked)
  const behindThese = await orBehindTheseTexts(ofTurnBefore, chain, asked)
  const own = await orItsOwn(behindThese, chain, asked)
  return { inPlace, found: await orOfLastUse(own, chain, asked) }
}

/** `undefined` when the request shows no whole conversation. Rejects only with what `headsOf` throws. */
export const recognise = async (asked: Recognition): Promise<Chain | undefined> => {
  const { transcript, secret, cache, prices, chains, mayRepeat, now, prefix } = asked
  const heads = headsOf(transcript, secret, cache, prefix)
  if (heads === undefined) return undefined
  const blocks = messageBlocksOf(transcript)
  const ends = turnEndsOf(transcript.tape, blocks, heads)
  const freshValues = valuesOf(transcript.tape, blocks.slice(ends[1]?.messages))
  const forgets = prices.forgetsThinking === true
  const lostEnds = onceAsked(() => endsLostIn(transcript, forgets))
  const chain: Chain = {
    heads,
    blocks,
    ends,
    prices,
    asked: cachingAskedOf(transcript, blocks, prices),
    now,
    freshValues,
    weigh: weighing(transcript.tape),
    passingThinking: () => passingThinkingIn(transcript, forgets),
    unthoughtTurn: (before) => unthoughtIn(transcript, forgets, ends, before),
    isLostEnd: (end) => lostEnds()(end),
    textDigest: textDigestOf(secret),
    branched: comesWithHistory(heads),
  }
  if (heads.earlier.length === 0 && !mayRepeat) return chain

  let record: RememberedRecord | undefined
  try {
    record = (await chains.find(soughtIn(heads, mayRepeat), now)) ?? (await olderRecord(heads, asked))
  } catch {
    return { ...chain, trouble: 'chain-unavailable' }
  }
  try {
    const again = { ...asked, mayRepeat: true }
    const recognised =
      record === undefined
        ? await ofLastUse(chain, asked, (own) => knownBy(own, chain, again))
        : await knownBy(record, chain, asked)
    if (recognised === undefined) return await orMet(chain, asked)
    const { inPlace } = recognised
    const found = await orKeptSince(recognised.found, chain, asked)
    const asSeen = chainAsSeen(chain, found, transcript)
    const known = await afterRest(asSeen, found, transcript, chains)
    const answers = await unseenAnswers(chain, known, asked)
    const unseen = unseenOf(chain, known, answers)
    if (hasGonePast(answers, known, asked)) return { ...chain, ...unseen }
    const seen = { ...asSeen, known, branched: hasBranched(inPlace, known), ...unseen }
    return known.unsure ? { ...seen, trouble: 'chain-unavailable' } : seen
  } catch (error) {
    return { ...chain, trouble: error instanceof StoreUnreachable ? 'chain-unavailable' : 'chain-unreadable' }
  }
}
