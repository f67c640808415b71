// Thinking does not stay: some clients, and the providers of some models, take it out of a conversation again. What a request sent behind
// it is then never read as it was, and a move is found up to there alone.

import { elementsOf, kindOf, onlyMember, rawOf, reads, stringOf } from '../../json/read.ts'
import { JsonKind } from '../../json/scan.ts'
import { thinkingCleared } from '../../transcript/context-edits.ts'
import type { Message } from '../../transcript/message.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import type { Chain, ToldOfThinking } from '../chain.ts'
import { isThought } from '../identity/thoughts.ts'
import type { TurnEnd } from '../identity/turn-ends.ts'

type Conversation = Pick<Transcript, 'tape' | 'messages' | 'spelling'>

const blocksOf = ({ tape, spelling }: Conversation, { node }: Message): readonly number[] =>
  kindOf(tape, node) === JsonKind.Object ? elementsOf(tape, onlyMember(tape, node, spelling.content)) : []

/** Whether a message, an item or a block answers a call. */
const isResult = ({ tape }: Conversation, node: number): boolean => {
  const type = stringOf(tape, onlyMember(tape, node, 'type')) ?? ''
  const role = stringOf(tape, onlyMember(tape, node, 'role')) ?? ''
  return type === 'tool_result' || type.endsWith('_output') || role === 'tool' || role === 'function'
}

/** Whether the client says more than what its tools have answered. */
const isAsking = (conversation: Conversation, message: Message): boolean => {
  if (message.side !== 'client' || isResult(conversation, message.node)) return false
  const blocks = blocksOf(conversation, message)
  return blocks.length === 0 || blocks.some((block) => !isResult(conversation, block))
}

/** The messages of the model that hold thinking, in their order. */
const thinkingIn = (conversation: Conversation): readonly number[] => {
  const { tape, messages } = conversation
  return messages.flatMap((message, index) =>
    message.side === 'model' &&
    (isThought(tape, message.node) || blocksOf(conversation, message).some((block) => isThought(tape, block)))
      ? [index]
      : [],
  )
}

const lastAsking = (conversation: Conversation): number =>
  conversation.messages.findLastIndex((message) => isAsking(conversation, message))

/**
 * How many of the newest answers that thought are asked to keep their thinking (platform.claude.com, context editing, 2026-11); `undefined`: the
 * client asks for nothing. Where it does not say how many, the newest one.
 */
const askedToKeep = ({ tape }: Conversation): number | undefined => {
  const clearing = thinkingCleared(tape)
  if (clearing === undefined) return undefined
  const keep = onlyMember(tape, clearing, 'keep')
  if (keep === undefined) return 1
  const type = kindOf(tape, keep) === JsonKind.Object ? onlyMember(tape, keep, 'type') : keep
  if (type !== undefined && reads(tape, type, '"all"')) return Number.POSITIVE_INFINITY
  const value = onlyMember(tape, keep, 'value')
  const turns = value === undefined ? Number.NaN : Number(rawOf(tape, value))
  return turns >= 1 ? turns : 1
}

/**
 * The first message whose thinking is to go: that of the last answer, where there is no other; that since the client's last words, where the
 * provider forgets it with the next (`forgets`), or the client has taken out all before; the oldest that is kept, where the client has
 * older ones cleared. `undefined`: there is none that is known to.
 */
export const passingThinkingIn = (conversation: Conversation, forgets: boolean): number | undefined => {
  const { messages } = conversation
  const thinking = thinkingIn(conversation)
  const [first] = thinking
  if (first === undefined) return undefined
  const lastOfModel = messages.findLastIndex(({ side }) => side === 'model')
  const beforeLast = messages.findLastIndex(({ side }, index) => side === 'client' && index < lastOfModel)
  if (first > beforeLast) return first
  const kept = askedToKeep(conversation)
  if (kept !== undefined) return kept === Number.POSITIVE_INFINITY ? undefined : (thinking.at(-kept) ?? first)
  const asked = lastAsking(conversation)
  const answers = messages.flatMap(({ side }, index) => (side === 'model' ? [index] : []))
  const answer = answers.find((index) => index > asked)
  const isTakenOut = first === answer && answers.some((index) => index < asked)
  return forgets || isTakenOut ? thinking.find((index) => index > asked) : undefined
}

/**
 * Tells the ends of turns that were sent with thinking that has gone since, by some reading of the rules: with the client's next words, with
 * the first thinking behind them, or with any that is newer.
 */
export const endsLostIn = (
  conversation: Conversation,
  forgets: boolean,
): ((end: Pick<TurnEnd, 'messages'>) => boolean) => {
  const kept = askedToKeep(conversation) ?? (forgets ? 0 : Number.POSITIVE_INFINITY)
  const thinking = kept === Number.POSITIVE_INFINITY ? [] : thinkingIn(conversation)
  const [first] = thinking
  if (first === undefined || thinking.length <= kept) return () => false
  const asked = kept > 0 ? 0 : lastAsking(conversation)
  const last = kept > 0 ? (thinking.at(-1) ?? 0) : (thinking.find((index) => index > asked) ?? asked)
  return ({ messages }) => messages > first && messages <= last
}

/**
 * The last turn, of those whose ends are given with the last one first, that the model was sent without any thinking although its client has some there:
 * where it forgets thinking, that of before the client's last words. What the client takes out there nobody has read. `undefined`: there is none.
 * `before`: the same of this conversation up to an earlier turn. Until the client says more, that holds.
 */
export const unthoughtIn = (
  conversation: Conversation,
  forgets: boolean,
  ends: readonly Pick<TurnEnd, 'turn' | 'messages'>[],
  before?: ToldOfThinking,
): number | undefined => {
  if (!forgets || askedToKeep(conversation) !== undefined) return undefined
  const { messages } = conversation
  // Behind the end of that turn thinking may have come.
  if (before !== undefined && before.unthought !== before.head.turn) {
    const says = messages.slice(before.head.messages).some((message) => isAsking(conversation, message))
    if (!says) return before.unthought
  }
  const thinking = thinkingIn(conversation)
  const [first] = thinking
  const asked = lastAsking(conversation)
  if (first === undefined || first > asked) return undefined
  const read = thinking.find((index) => index > asked) ?? Number.POSITIVE_INFINITY
  return ends.find((end) => end.messages <= read)?.turn
}

/**
 * Which messages may move text for a price. Behind thinking that goes again everything is written again whatever it is; what stands before
 * it would be found as it has moved at a marker before it alone.
 */
export const lastsFrom = ({
  asked,
  blocks,
  passingThinking,
}: Pick<Chain, 'asked' | 'blocks' | 'passingThinking'>): ((message: number) => boolean) => {
  const passing = asked.surelyEnds === 'anywhere' ? undefined : passingThinking()
  if (passing === undefined) return () => true
  const { blocksBehind = 0, blocks: own = 0 } = blocks[passing] ?? {}
  return (message) =>
    message > passing ||
    asked.markers.some(
      (marker) =>
        marker.blocksBehind >= blocksBehind + own && marker.blocksBehind <= (blocks[message]?.blocksBehind ?? 0),
    )
}
