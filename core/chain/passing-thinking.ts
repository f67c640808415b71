// Thinking does not stay: some clients, and the providers of some models, take it out of a conversation again. What a request sent behind
// it is then never read as it was, and a move is found up to there alone.

import { elementsOf, kindOf, onlyMember, reads, stringOf } from '../json/read.ts'
import { JsonKind } from '../json/scan.ts'
import type { Message } from '../transcript/message.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { isThought } from './canonical-message.ts'
import type { Chain } from './chain.ts'

type Conversation = Pick<Transcript, 'tape' | 'messages' | 'spelling'>

/** What answers a call, as blocks and items call it. */
const results = ['"tool_result"', '"function_call_output"', '"custom_tool_call_output"']

const blocksOf = ({ tape, spelling }: Conversation, { node }: Message): readonly number[] =>
  kindOf(tape, node) === JsonKind.Object ? elementsOf(tape, onlyMember(tape, node, spelling.content)) : []

const isResult = ({ tape }: Conversation, node: number): boolean => {
  const type = onlyMember(tape, node, 'type')
  if (type !== undefined && results.some((result) => reads(tape, type, result))) return true
  const role = onlyMember(tape, node, 'role')
  return role !== undefined && reads(tape, role, '"tool"')
}

/** Whether the client says more than what its tools have answered. */
const isAsking = (conversation: Conversation, message: Message): boolean => {
  if (message.side !== 'client' || isResult(conversation, message.node)) return false
  const blocks = blocksOf(conversation, message)
  return blocks.length === 0 || blocks.some((block) => !isResult(conversation, block))
}

const isThinking = (conversation: Conversation, message: Message): boolean =>
  message.side === 'model' &&
  (isThought(conversation.tape, message.node) ||
    blocksOf(conversation, message).some((block) => isThought(conversation.tape, block)))

/** Whether a client asks its provider to take out all thinking but the newest (platform.claude.com, context editing, 2026-11). */
const isCleared = ({ tape }: Conversation): boolean => {
  const edits = onlyMember(tape, onlyMember(tape, 0, 'context_management') ?? -1, 'edits')
  return elementsOf(tape, edits).some((edit) => {
    const [type, keep] = [onlyMember(tape, edit, 'type'), onlyMember(tape, edit, 'keep')]
    const isOfThinking = stringOf(tape, type)?.startsWith('clear_thinking') === true
    return isOfThinking && (keep === undefined || !reads(tape, keep, '"all"'))
  })
}

/**
 * The first message whose thinking is to go: that of the last answer, where there is no other; that since the client's last words, where the
 * provider forgets it with the next (`forgets`), or the client has taken out all before; the newest, where the client has the others cleared.
 * `undefined`: there is none that is known to.
 */
export const passingThinkingIn = (conversation: Conversation, forgets: boolean): number | undefined => {
  const { messages } = conversation
  const thinking = messages.flatMap((message, index) => (isThinking(conversation, message) ? [index] : []))
  const [first] = thinking
  if (first === undefined) return undefined
  const lastOfModel = messages.findLastIndex(({ side }) => side === 'model')
  const beforeLast = messages.findLastIndex(({ side }, index) => side === 'client' && index < lastOfModel)
  if (first > beforeLast) return first
  if (isCleared(conversation)) return thinking.at(-1)
  const asked = messages.findLastIndex((message) => isAsking(conversation, message))
  const isTakenOut = first > asked && messages.some(({ side }, index) => side === 'model' && index < asked)
  return forgets || isTakenOut ? thinking.find((index) => index > asked) : undefined
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
