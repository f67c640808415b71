// Messages that are one to the model: where a provider joins those of one side in a row, a client may send each result and each block of an
// answer in a message of its own, or all of them in one.

import { elementsOf, kindOf, nextOf, reads } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import type { Message } from '../../transcript/message.ts'
import type { Roles, Transcript } from '../../transcript/transcript.ts'
import { saysNothing } from './silent-members.ts'
import { type Names, namesOf } from './spelled-names.ts'

const isOneOf = (tape: JsonTape, node: number, { client, model }: Roles): boolean =>
  reads(tape, node, client) || reads(tape, node, model)

const hasBlocks = (tape: JsonTape, node: number): boolean =>
  kindOf(tape, node) === JsonKind.Array &&
  elementsOf(tape, node).every((block) => kindOf(tape, block) === JsonKind.Object)

/** The content of a message that has nothing else but a role, and members that say nothing. */
const contentOf = (tape: JsonTape, node: number, { content: contentName, joined }: Names): number | undefined => {
  if (joined === undefined || kindOf(tape, node) !== JsonKind.Object) return undefined
  const end = nextOf(tape, node)
  let roles = 0
  let contents = 0
  let content: number | undefined
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    if (reads(tape, key, joined.member) && isOneOf(tape, key + 1, joined)) roles += 1
    else if (reads(tape, key, contentName)) {
      contents += 1
      content = key + 1
    } else if (!saysNothing(tape, node, key)) return undefined
  }
  if (roles !== 1 || contents !== 1 || content === undefined) return undefined
  return kindOf(tape, content) === JsonKind.String || hasBlocks(tape, content) ? content : undefined
}

type Joining = Pick<Transcript, 'tape' | 'spelling' | 'messages'>

const runFrom = ({ tape, messages }: Joining, names: Names, from: number, to: number): number => {
  const side = messages[from]?.side
  const isPlain = (index: number): boolean =>
    messages[index]?.side === 'instructions' || contentOf(tape, messages[index]?.node ?? 0, names) !== undefined
  const isOfRun = (index: number): boolean =>
    index < to && (messages[index]?.side === side || messages[index]?.side === 'instructions') && isPlain(index)
  if (!isPlain(from)) return 1
  let end = from + 1
  while (isOfRun(end)) end += 1
  return end - from
}

/** Tells how many messages from one on, before another, are one; the instructions between them, which are no part of it, count. */
export const joinedIn = (transcript: Joining): ((from: number, to: number) => number) => {
  const { spelling, messages } = transcript
  if (spelling.joined === undefined) return () => 1
  const names = namesOf(spelling)
  return (from, to) => {
    const side = messages[from]?.side
    if (side === 'instructions' || from + 1 >= to) return 1
    const next = messages[from + 1]?.side
    // Nearly all stand alone: they leave no garbage.
    return next === side || next === 'instructions' ? runFrom(transcript, names, from, to) : 1
  }
}

/** What the messages of such a run say: the blocks of each, and the strings that stand for one. */
export const saidInRun = (tape: JsonTape, run: readonly Message[], names: Names): number[] =>
  run.flatMap(({ node }) => {
    const content = contentOf(tape, node, names)
    if (content === undefined) return []
    return kindOf(tape, content) === JsonKind.Array ? elementsOf(tape, content) : [content]
  })
