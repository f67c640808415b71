// One line of a conversation, and where its client goes from there: on, back, without an answer, or behind all of one that came in two.

import type { Chance } from '../../sessions/chance.ts'
import {
  type ClientTurn,
  type Conversation,
  cleared,
  partly,
  rewound,
  shortened,
  slid,
} from '../shapes/conversation.ts'
import type { ModelName } from '../shapes/models.ts'
import type { Shape } from '../shapes/shape.ts'
import { type speakers, whole, within } from '../shapes/speakers.ts'
import { rebuilt } from './rebuilt.ts'
import { withoutThinking } from './respellings.ts'

export interface Branch {
  readonly conversation: Conversation
  readonly model: ModelName
}

/** The same turn of the client, changed. */
const asking = (branch: Branch, change: Partial<ClientTurn>): Branch => ({
  ...branch,
  conversation: { ...branch.conversation, pending: { ...branch.conversation.pending, ...change } },
})

/** The same turn with these words of the user. */
export const saying = (branch: Branch, said: string): Branch => asking(branch, { said })

/** The same turn, and what the user says to it now. */
const withWords = ({ pending, ...conversation }: Conversation, words: string): Conversation => ({
  ...conversation,
  pending: { ...pending, more: [...(pending.more ?? []), words] },
})

interface Going {
  readonly chance: Chance
  readonly say: ReturnType<typeof speakers>
}

/** What a client asks of a conversation behind another system text: a title of its first turn, the topic of its newest words, or anything of all of it. */
export const askedAside = (branch: Branch, { chance, say }: Going): Branch => {
  const { conversation } = branch
  const how = chance()
  if (how > 0.6) return saying(branch, say.reminder())
  const pending =
    how < 0.3 ? (conversation.past[0]?.client ?? conversation.pending) : { results: [], said: say.reminder() }
  return { ...branch, conversation: { ...conversation, past: [], pending } }
}

/** Back to one of the last turns: what was asked there, or something else. */
export const wentBack = (conversation: Conversation, { chance, say }: Going): Conversation => {
  const turn = Math.max(0, conversation.past.length - whole(chance, [1, 5]))
  const asked = conversation.past[turn]?.client ?? conversation.pending
  return rewound(conversation, turn, chance() < 0.5 ? asked : say.userTurn())
}

/** Without what a client leaves out of a request that was too long: old turns with the first or behind it, or what their tools gave. */
export const withoutOldest = (conversation: Conversation, chance: Chance): Conversation => {
  const turns = conversation.past.length
  const going = Math.ceil(turns * within(chance, [0.1, 0.7]))
  const how = chance()
  if (how < 0.4) return shortened(conversation, going)
  return how < 0.7 ? slid(conversation, turns - going, false) : cleared(conversation, turns - going)
}

/** What becomes of a conversation whose client has not waited for the answer. */
export const left = (branch: Branch, { chance, say }: Going): Branch => {
  const how = chance()
  if (how < 0.3) return branch
  const { conversation } = branch
  return { ...branch, conversation: how < 0.6 ? withWords(conversation, say.reminder()) : partly(conversation, say) }
}

export const answered = (branch: Branch, { say }: Going): Branch => {
  const { past, pending } = branch.conversation
  const model = say.modelTurn(past.length)
  const { prefill = '', ...asked } = pending
  const exchange = { client: asked, model: { ...model, said: `${prefill}${model.said}` } }
  return {
    ...branch,
    conversation: { ...branch.conversation, past: [...past, exchange], pending: say.clientTurn(model) },
  }
}

/** What goes out of a branch for one request, where its next comes as before. `place`: of the turn from which on results stay. */
export const sentOnce = (branch: Branch, act: string, place: number, { habits }: Pick<Shape, 'habits'>): Branch => {
  const { conversation } = branch
  if (act === 'clearOnce') return { ...branch, conversation: cleared(conversation, place) }
  if (act === 'rebuildOnce') return { ...branch, conversation: rebuilt(conversation) }
  if (act === 'switchModel' && habits.forgetsAtSwitch === true)
    return { ...branch, conversation: withoutThinking(conversation) }
  return branch
}

/**
 * A branch whose answer has ended where it may be no longer. `on`: as its client has the model go on, from the answer or with words behind it.
 * `joined`: with both answers as one.
 */
export const ranOver = (branch: Branch, going: Going): { readonly on: Branch; readonly joined: () => Branch } => {
  const { chance, say } = going
  const said = say.words([40, 3_000])
  const { past, pending } = branch.conversation
  const begun = asking(branch, { prefill: said })
  const told: Conversation = {
    ...branch.conversation,
    past: [...past, { client: pending, model: { said, calls: [] } }],
    pending: { results: [], said: 'Go on where you ended.' },
  }
  return { on: chance() < 0.4 ? begun : { ...branch, conversation: told }, joined: () => answered(begun, going) }
}
