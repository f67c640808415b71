// What is sent without the service nobody here knows: what it first met of a conversation, and what a client brings that was pointed past it for a while.

import { type Chain, isBehind, type KnownChain } from '../chain.ts'
import { isCaching } from '../held/evidence.ts'
import { answersOfKey } from '../identity/said-last.ts'
import { decodeMet } from '../remember/met-note.ts'
import { type Looking, lookFor, unread } from './known-record.ts'

/** The caches in which the service has met the conversation, the first one first; `unread`: nobody can tell. */
const cachesMet = async ({ heads }: Chain, asked: Looking): Promise<readonly string[] | typeof unread> => {
  if (heads.met === undefined) return []
  const found = await lookFor(heads.met, asked)
  if (found === undefined || found === unread) return found ?? []
  return decodeMet(found.state)
}

/** Of a history that nobody knows: whether the service has first met it in another cache. Where that cannot be read, it may have. */
export const orMet = async (chain: Chain, asked: Looking): Promise<Chain> => {
  const metIn = await cachesMet(chain, asked)
  if (metIn === unread) return { ...chain, isMet: true }
  const isElsewhere = metIn.length > 0 && metIn[0] !== chain.heads.cache
  return isElsewhere ? { ...chain, isMet: true, metIn } : chain
}

/** More turns than a client hides that takes out one answer: the records of those whose keys have it, and of its own. */
const mostHidden = answersOfKey + 1

/**
 * How many answers stand behind that to the record's own request, up to the client's newest words. Calls that stand alone, each beside its result, may
 * all be of one answer, and count for none, or for one each. Calls in a row are one answer, however many messages they are.
 */
const answersBehind = (
  known: KnownChain,
  { transcript: { spelling, tape, messages } }: Looking,
  loneCalls: 'none' | 'one each',
): number => {
  const said = messages.slice(known.head.messages).filter(({ side }) => side !== 'instructions')
  const isOfModel = (index: number): boolean => said[index]?.side === 'model'
  const isUncounted = (index: number, node: number): boolean =>
    loneCalls === 'none' && !isOfModel(index - 1) && !isOfModel(index + 1) && spelling.isLoneCall?.(tape, node) === true
  let answers = 0
  let answered = 0
  let isOwn = true
  let isCounted = true
  for (const [index, { side, node }] of said.entries()) {
    if (side === 'client') {
      answered = answers
      isCounted = isOwn
    } else {
      isOwn = false
      if (isCounted || isUncounted(index, node)) continue
      answers += 1
      isCounted = true
    }
  }
  return answered
}

/**
 * How many answers behind the record nobody here has seen: nobody has noted a use since, this process has sent none of them, they did not go to another
 * cache, and no record of them was lost, as far as this process knows. Where nothing is to be cached it does not matter. A call that stands alone is
 * one of them where no answer of the conversation has made more.
 */
export const unseenAnswers = async (chain: Chain, known: KnownChain, asked: Looking): Promise<number> => {
  const { heads, now } = chain
  if (chain.asked.lifetimeMs === 0 || known.changed || known.unsure || known.inUse || !isBehind(chain, known)) return 0
  const answers = answersBehind(known, asked, known.state.mostCalls === 1 ? 'one each' : 'none')
  if (answers === 0) return 0
  const lastSentAt = now - known.pauseMs
  if (asked.chains.failedAt() >= lastSentAt || asked.chains.sentAt(heads.conversation) > lastSentAt) return 0
  const metIn = await cachesMet(chain, asked)
  return metIn !== unread && metIn.every((cache) => cache === heads.cache) ? answers : 0
}

/**
 * Whether so many went past the service, so that the provider has the history as it came. Here calls that stand alone count for none: if the client
 * has put those of one answer beside their results after all, the whole history would be written again.
 */
export const hasGonePast = (answers: number, known: KnownChain, asked: Looking): boolean =>
  answers > mostHidden && answersBehind(known, asked, 'none') > mostHidden

/** What so many unseen answers tell, if this cache was seen to hold the history before them, behind what stands around it now: it has held what was sent since. */
export const unseenOf = ({ heads }: Chain, { state }: KnownChain, answers: number): Pick<Chain, 'unseen'> => {
  const { evidence, frame, sentAt } = state
  const wasHeld = isCaching(evidence) && frame === heads.frame
  return answers > 0 && wasHeld ? { unseen: { answers, since: sentAt } } : {}
}
