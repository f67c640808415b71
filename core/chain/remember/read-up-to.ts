// Up to where a provider has read a request from its cache, as far as its counts tell. Pure.

import type { Usage } from '../../ledger/usage.ts'
import { isReadBehindAny } from '../held/evidence.ts'
import { tellsTexts, textsOf } from '../identity/frame.ts'
import type { SentConversation, SentEnd } from './sent-conversation.ts'
import { inexactTokens, mostTokensOf } from './short-reads.ts'

/** A place in the body whose tokens are known: they were counted as a request ended there. */
interface CountedPlace {
  readonly charactersBehind: number
  readonly tokens: number
}

type Sent = Pick<SentConversation, 'bodyCharacters' | 'ends' | 'areTextsNew' | 'previous'>

const rateOf = ({ bodyCharacters }: Sent, { inputTokens }: Usage): number => inputTokens / Math.max(1, bodyCharacters)

/** `undefined`: nobody has counted a request that ended there, or what stands before it was longer or shorter then. */
const countedAt = (sent: Sent, usage: Usage, { turn, charactersBehind }: SentEnd): CountedPlace | undefined => {
  const isOwn = turn === sent.ends[0]?.turn
  const earlier = sent.areTextsNew ? undefined : sent.previous?.counts?.find((one) => one.turn === turn)
  const count = isOwn ? { characters: sent.bodyCharacters, tokens: usage.inputTokens } : earlier
  if (count === undefined) return undefined
  const grown = (sent.bodyCharacters - charactersBehind - count.characters) * rateOf(sent, usage)
  return Math.abs(grown) > inexactTokens ? undefined : { charactersBehind, tokens: count.tokens + grown }
}

/** Tokens up to a place in the body: between two that were counted, as many to a character as there. */
const tokensUpToIn =
  ({ bodyCharacters }: Sent, { inputTokens }: Usage, counted: readonly CountedPlace[]) =>
  (charactersBehind: number): number => {
    let [behind, before] = [
      { charactersBehind: 0, tokens: inputTokens },
      { charactersBehind: bodyCharacters, tokens: 0 },
    ]
    for (const place of counted) {
      if (place.charactersBehind <= charactersBehind && place.charactersBehind >= behind.charactersBehind)
        behind = place
      if (place.charactersBehind >= charactersBehind && place.charactersBehind < before.charactersBehind) before = place
    }
    const between = before.charactersBehind - behind.charactersBehind
    const share = between <= 0 ? 0 : (charactersBehind - behind.charactersBehind) / between
    return behind.tokens - share * (behind.tokens - before.tokens)
  }

/** The first turn, which is too long ago to have an end here: nothing is taken out of what stands before its end. */
const firstCounted = ({ areTextsNew, bodyCharacters, ends, previous }: Sent): CountedPlace[] => {
  const first = areTextsNew ? undefined : previous?.counts?.[0]
  return first?.turn === 1 && ends.every(({ turn }) => turn > 1)
    ? [{ charactersBehind: bodyCharacters - first.characters, tokens: first.tokens }]
    : []
}

const countedIn = (sent: Sent, usage: Usage): CountedPlace[] => [
  ...sent.ends.flatMap((end) => countedAt(sent, usage, end) ?? []),
  ...firstCounted(sent),
]

/** Tells the tokens of the body without so many characters of its end. */
export const tokensUpTo = (sent: Sent, usage: Usage): ((charactersBehind: number) => number) =>
  tokensUpToIn(sent, usage, countedIn(sent, usage))

/** By such a share the rate may be off. */
const inexactShare = 0.1

/** What stands before the conversation, in characters. */
const charactersAround = ({ bodyCharacters, conversationCharacters }: SentConversation): number =>
  bodyCharacters - conversationCharacters

/**
 * Whether system text and tools are others than the conversation ever had, and no more was read than these may have: nothing of it was. Who has
 * asked something beside it behind the same texts may have had more of it read, and so has who is read behind whatever is new.
 */
export const isBehindNewTexts = (sent: SentConversation, usage: Usage): boolean => {
  const { areTextsNew, frame, previous } = sent
  if (!areTextsNew || previous === undefined || !tellsTexts(previous.frame)) return false
  if ((previous.textsBefore ?? []).includes(textsOf(frame)) || isReadBehindAny(previous.evidence)) return false
  return usage.cacheReadTokens <= mostTokensOf(charactersAround(sent), sent, usage)
}

/** Whether the conversation comes back to texts behind which it was sent before we changed something of it: what the provider keeps there nobody tells. */
export const isBackAfterChange = ({ areTextsNew, frame, previous }: SentConversation): boolean =>
  areTextsNew && previous?.changedBehind?.includes(textsOf(frame)) === true

/**
 * Whether the cache has forgotten the conversation: nothing was read of what stands in it before all that we changed, or only what stands
 * before it, which other conversations keep. `unknown`: nothing was read, and nothing stands there.
 */
export const isForgotten = (sent: SentConversation, usage: Usage): boolean | 'unknown' => {
  const { changedTurn = Number.POSITIVE_INFINITY } = sent
  const upTo = tokensUpTo(sent, usage)
  const before = upTo(sent.conversationCharacters)
  const left = sent.ends.find(({ turn }) => turn < changedTurn)
  const between = left === undefined ? 0 : upTo(left.charactersBehind) - before
  const doubt = Math.max(inexactTokens, inexactShare * before)
  if (between > 2 * doubt) return usage.cacheReadTokens <= before + between / 2
  return usage.cacheReadTokens <= before + doubt ? 'unknown' : false
}

/**
 * Whether the request before was counted by nobody, and all that it sent may have been read: more was read than up to the last one that was
 * counted, and no more was not than can be new.
 */
const mayBeReadAsUncounted = (sent: SentConversation, usage: Usage): boolean => {
  const { ends, areTextsNew, previous, freshCharacters } = sent
  const last = areTextsNew ? undefined : previous?.counts?.at(-1)
  if (last === undefined || last.turn >= (ends[1]?.turn ?? 0)) return false
  const unread = usage.inputTokens - usage.cacheReadTokens
  const isPast = usage.cacheReadTokens > last.tokens + inexactTokens
  return isPast && unread > inexactTokens && unread <= mostTokensOf(freshCharacters, sent, usage)
}

/**
 * What stands behind the end that is surely read, if that is deeper than the one that fits best and no count between them tells one from the other: to
 * take less for read would be to claim more.
 */
const surelyUnread = (sent: SentConversation, usage: Usage, nearest: number): number | undefined => {
  const { readable, ends, isFrameNew } = sent
  if (readable?.asSent !== true || isFrameNew) return undefined
  const surely = ends.find(({ turn }) => turn === readable.turn)?.charactersBehind
  if (surely === undefined || surely >= nearest || nearest === Number.POSITIVE_INFINITY) return undefined
  const isTold = countedIn(sent, usage).some(
    ({ charactersBehind }) => charactersBehind >= surely && charactersBehind <= nearest,
  )
  return isTold ? undefined : surely
}

/**
 * How much of the conversation was not read, in characters of its end: what stands behind the turn whose end fits the report best. Infinity:
 * all of it.
 */
export const charactersUnread = (sent: SentConversation, usage: Usage): number => {
  const { cacheReadTokens: read } = usage
  const before = sent.isNext ? (sent.previous?.inputTokens ?? 0) : 0
  // As much as the request before it sent: exactly that.
  if (before > 0 && Math.abs(before - read) <= inexactTokens) return sent.freshCharacters
  // To take less for read would be to claim more.
  if (mayBeReadAsUncounted(sent, usage)) return sent.freshCharacters
  const upTo = tokensUpTo(sent, usage)
  const distance = (charactersBehind: number): number => Math.abs(upTo(charactersBehind) - read)
  if (isBehindNewTexts(sent, usage) || read < upTo(sent.conversationCharacters)) return Number.POSITIVE_INFINITY
  let nearest = Number.POSITIVE_INFINITY
  let least = distance(sent.conversationCharacters)
  for (const { charactersBehind } of sent.ends) {
    if (distance(charactersBehind) >= least) continue
    least = distance(charactersBehind)
    nearest = charactersBehind
  }
  return surelyUnread(sent, usage, nearest) ?? nearest
}

/** Whether less was read than what unseen answers have left: the provider has forgotten it, or was sent it in another form. */
export const isShortOfUnseen = (sent: SentConversation, usage: Usage): boolean =>
  sent.unseen !== undefined && usage.cacheUntold !== true && charactersUnread(sent, usage) > sent.freshCharacters

/**
 * What stands behind the end that would have been read, had no earlier request of ours changed what stands before it, in characters. Absent where
 * there is none, all of that was read, or the provider does not hold what stands before the change either.
 */
export const charactersBehindMoved = (sent: SentConversation, usage: Usage): number | undefined => {
  const { readable, unchangedTurn, ends, isFrameNew } = sent
  if (readable?.asSent !== false || isFrameNew) return undefined
  const behind = (turn: number | undefined): number =>
    ends.find((end) => end.turn === turn)?.charactersBehind ?? Number.POSITIVE_INFINITY
  const unread = charactersUnread(sent, usage)
  return unread > behind(readable.turn) && unread <= behind(unchangedTurn) ? behind(readable.turn) : undefined
}
