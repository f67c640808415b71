// What the habits of a shape make of the conversation with each request.

import { type Chance, pick } from '../../sessions/chance.ts'
import type { ClientTurn, Conversation } from '../shapes/conversation.ts'
import type { Shape } from '../shapes/shape.ts'
import { type speakers, whole } from '../shapes/speakers.ts'
import type { Tool, Writing } from '../shapes/writing.ts'
import { storedCited, storedFilled, storedNormalised, storedStamped, withDoubles } from './aged.ts'
import {
  storedInstructed,
  storedTexts,
  storedTrimmed,
  storedTyped,
  storedUnflagged,
  withBreakpoint,
  withinBudget,
} from './rebuilt.ts'
import {
  comeAsTheyEnd,
  storedBare,
  storedSorted,
  storedUnreasoned,
  storedUnrun,
  withIdsAgain,
  withMembersIn,
  withNumbers,
} from './respellings.ts'
import { interleaved, withScaledPictures } from './rewritings.ts'
import { floating, withNewestPictures } from './views.ts'

export type Say = Pick<ReturnType<typeof speakers>, 'tools' | 'reminder' | 'system' | 'words'>

/** What is drawn for each turn that is pending, and is the same when that is sent again. */
const ofTurn = <Value>(draw: () => Value): ((conversation: Conversation) => Value) => {
  const drawn = new WeakMap<ClientTurn, { readonly value: Value }>()
  return ({ pending }) => {
    const { value } = drawn.get(pending) ?? { value: draw() }
    drawn.set(pending, { value })
    return value
  }
}

const storings = {
  bare: storedBare,
  sorted: storedSorted,
  texts: storedTexts,
  trimmed: storedTrimmed,
  unflagged: storedUnflagged,
  instructed: storedInstructed,
  typed: storedTyped,
  filled: storedFilled,
  stamped: storedStamped,
  normalised: storedNormalised,
  cited: storedCited,
  unreasoned: storedUnreasoned,
  unrun: storedUnrun,
} as const satisfies Record<NonNullable<Shape['habits']['stored']>, (conversation: Conversation) => Conversation>

/** What the habits of a shape make of each request; those that it does not have draw nothing. */
export const habitual = ({ habits }: Shape, chance: Chance, say: Say) => {
  const toolsOf = (count: number): readonly Tool[] =>
    Array.from({ length: count }, (_, index) => ({
      name: index === 0 ? 'bash' : `other_${index}`,
      description: say.tools(),
    }))
  const { floats, speakers, shuffled, pictures } = habits
  const every = floats === undefined ? 1 : whole(chance, floats.every)
  let words: string | undefined
  const wordsOf = ofTurn(() => {
    if (floats !== undefined && (words === undefined || chance() < floats.changes)) words = say.words(floats.tokens)
    return words ?? ''
  })
  const states: string[] = []
  let state = ''
  const stateOf = ofTurn(() => {
    const { changes = 0, returns = 0 } = habits.volatile ?? {}
    if (states.length > 0 && chance() >= changes) return state
    state = states.length > 0 && chance() < returns ? pick(chance, states) : say.words([20, 1_000])
    states.push(state)
    return state
  })
  const agents =
    speakers === undefined
      ? []
      : Array.from({ length: whole(chance, speakers) }, () => ({ system: say.system(), tools: toolsOf(1) }))
  const speakerOf = ofTurn(() => (agents.length === 0 ? undefined : pick(chance, agents)))
  const listed = shuffled === undefined ? undefined : toolsOf(whole(chance, shuffled))
  const newest = pictures === undefined ? undefined : { kept: whole(chance, pictures), step: whole(chance, [1, 5]) }
  const large =
    habits.scaled === undefined ? undefined : { kept: whole(chance, habits.scaled), step: whole(chance, [1, 4]) }
  const budget = habits.budget === undefined ? undefined : whole(chance, habits.budget)
  const respelled = (conversation: Conversation): Conversation => {
    const { stored, sameIds, asTheyCome, anyOrder, numbers, doubles } = habits
    if (stored !== undefined) return storings[stored](conversation)
    if (habits.breakpoints === true) return withBreakpoint(conversation)
    if (doubles !== undefined) return withDoubles(conversation, doubles)
    if (numbers === true) return withNumbers(conversation)
    if (sameIds === true) return withIdsAgain(conversation)
    if (asTheyCome !== undefined) return comeAsTheyEnd(conversation, asTheyCome)
    return anyOrder === true ? withMembersIn(conversation, chance) : conversation
  }
  return {
    told(conversation: Conversation): Conversation {
      const system = speakerOf(conversation)?.system ?? conversation.system
      const spoken = { ...conversation, system }
      const seen = newest === undefined ? spoken : withNewestPictures(spoken, newest.kept, newest.step, habits.captions)
      const sized = large === undefined ? seen : withScaledPictures(seen, large.kept, large.step)
      const spelled = respelled(budget === undefined ? sized : withinBudget(sized, budget))
      const told = habits.interleaves === true ? interleaved(spelled) : spelled
      if (floats === undefined) return told
      return floating(told, Math.floor(conversation.past.length / every) * every, wordsOf(conversation))
    },
    volatile(conversation: Conversation): Writing['volatile'] {
      if (habits.volatile === undefined) return undefined
      return { text: stateOf(conversation), isMarked: habits.volatile.isMarked }
    },
    tools(conversation: Conversation): readonly Tool[] | undefined {
      if (listed === undefined) return speakerOf(conversation)?.tools
      return listed
        .map((tool) => ({ tool, place: chance() }))
        .sort((one, other) => one.place - other.place)
        .map(({ tool }) => tool)
    },
  }
}
