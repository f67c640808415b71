// What an act of its client makes of a conversation: history that is rewritten, words that come beside it.

import { type Chance, pick } from '../../sessions/chance.ts'
import type { Acts } from '../shapes/acts.ts'
import { type Conversation, cleared, dropped, reminded, shortened, truncated } from '../shapes/conversation.ts'
import { happensBy, type speakers, whole } from '../shapes/speakers.ts'
import { wentBack } from './branch.ts'
import { withoutThinking } from './respellings.ts'
import { clearedSome } from './rewritings.ts'
import { begunOtherwise, grown, updated } from './views.ts'

interface Acting {
  readonly chance: Chance
  readonly say: ReturnType<typeof speakers>
}

/** One of the calls that are answered, half of the time one of the newest. */
const answeredCall = (chance: Chance, { past }: Conversation): string | undefined => {
  const results = past.slice(chance() < 0.5 ? -2 : 0).flatMap(({ client }) => client.results)
  return results[Math.floor(chance() * results.length)]?.id
}

/** One of the last that are answered, as far as what was asked for last is no more than begun. */
const latestCall = (chance: Chance, { past }: Conversation): string | undefined => {
  const results = past.slice(-3).flatMap(({ client }) => client.results)
  return results[Math.floor(chance() * results.length)]?.id
}

/** Several of those that are answered: the oldest, the newest, or any. */
const severalCalls = (chance: Chance, { past }: Conversation): readonly string[] => {
  const ids = past.flatMap(({ client }) => client.results.map(({ id }) => id))
  const count = Math.min(ids.length, whole(chance, [2, 12]))
  const how = chance()
  if (how < 0.3) return ids.slice(0, count)
  if (how < 0.6) return ids.slice(ids.length - count)
  return ids.filter(() => chance() < count / ids.length)
}

/** The same conversation as this act of its client has it. */
export const actedOn = (
  conversation: Conversation,
  act: keyof Acts | 'go on',
  place: number,
  { chance, say }: Acting,
): Conversation => {
  if (act === 'clear') return cleared(conversation, 1 + Math.floor(chance() * 4))
  if (act === 'remind') return reminded(conversation, place, say.reminder())
  if (act === 'cut') return shortened(conversation, place)
  if (act === 'drop') return dropped(conversation, answeredCall(chance, conversation))
  if (act === 'dropSeveral') return severalCalls(chance, conversation).reduce(dropped, conversation)
  if (act === 'clearSome')
    return clearedSome(conversation, whole(chance, [1, 5]), happensBy(chance), pick(chance, [0.3, 0.7, 1]))
  if (act === 'newSystem' || act === 'release') return { ...conversation, system: say.system() }
  if (act === 'growSystem') return { ...conversation, system: `${conversation.system}\n${say.reminder()}` }
  if (act === 'truncate') return truncated(conversation)
  if (act === 'update') return updated(conversation, answeredCall(chance, conversation), say.result())
  if (act === 'grow') return grown(conversation, latestCall(chance, conversation), say.reminder())
  if (act === 'forgetThinking') return withoutThinking(conversation)
  if (act === 'rewind') return wentBack(conversation, { chance, say })
  if (act === 'beginOtherwise') return begunOtherwise(conversation, say.userTurn().said)
  return conversation
}
