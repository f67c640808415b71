// What clients send before a request of theirs, or at once with it: for a token of answer, so that its prompt is cached; with results that they
// guess; in vain, while they are refused; the same again, so as to take the first answer; to another model; for agents that know all of it.

import { defined } from '../../../../core/collections/defined.ts'
import { type Chance, pick } from '../../sessions/chance.ts'
import type { Acts } from '../shapes/acts.ts'
import type { Conversation } from '../shapes/conversation.ts'
import { relatedTo } from '../shapes/models.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import { type speakers, whole, within } from '../shapes/speakers.ts'
import { answered, type Branch, saying } from './branch.ts'
import { pauseOf } from './pauses.ts'
import { amended } from './rewritings.ts'
import type { SentRequest } from './sent-request.ts'

interface Going {
  readonly chance: Chance
  readonly say: ReturnType<typeof speakers>
}

const asIf = (branch: Branch, conversation: Partial<Conversation>): Branch => ({
  ...branch,
  conversation: { ...branch.conversation, ...conversation },
})

/** What is sent so that the branch is cached: all of it, what it has without what the user says now, or what stands before all conversations. */
const warming = (branch: Branch, { chance }: Pick<Going, 'chance'>): Branch => {
  const { past, pending } = branch.conversation
  const how = chance()
  if (how < 0.4) return branch
  const { image, document, file, results } = pending
  if (how < 0.7) return asIf(branch, { pending: { ...defined({ image, document, file }), results, said: 'warm-up' } })
  return asIf(branch, { past: how < 0.85 ? [] : past.slice(0, 1), pending: { results: [], said: 'warm-up' } })
}

/** The same turn with what its client takes its results to be. */
const guessed = (branch: Branch, { chance, say }: Going): Branch => ({
  ...branch,
  conversation: amended(branch.conversation, chance, say),
})

const placeholder = 'The agent has begun. Its report will follow.'

/** A branch for an agent that has all of the conversation, and a task of its own in place of what its calls will give (Claude Code's forks, Qwen Code's pull request 2936). */
const delegated = (branch: Branch, { say }: Going): Branch => {
  const { pending } = branch.conversation
  const results = pending.results.map((result) => ({ ...result, text: placeholder }))
  return saying(asIf(branch, { pending: { ...pending, results } }), say.reminder())
}

const mostTokens = {
  messages: 'max_tokens',
  'chat-completions': 'max_completion_tokens',
  responses: 'max_output_tokens',
} as const

/** The same request for one token of answer, or for none. */
const forAToken = (sent: SentRequest, chance: Chance): SentRequest => ({
  ...sent,
  body: JSON.stringify({ ...JSON.parse(sent.body), [mostTokens[sent.dialect]]: pick(chance, [0, 1, 16]) }),
})

interface Asking extends Going {
  readonly requestOf: (branch: Branch, at: number, act: string) => SentRequest
  readonly shape: Pick<Shape, 'pauses'>
  readonly name: Pick<SessionName, 'model'>
  /** Of what its caches hold, in milliseconds. */
  readonly lifetime: number
}

/** The turns of agents that work side by side; returns when they have ended. */
function* ofAgents(
  branch: Branch,
  at: number,
  act: string,
  { requestOf, lifetime, ...going }: Asking,
): Generator<readonly SentRequest[], number> {
  const { chance } = going
  let agents = Array.from({ length: whole(chance, [2, 5]) }, () => delegated(branch, going))
  let next = at
  for (let turns = whole(chance, [1, 6]); turns > 0; turns -= 1) {
    yield agents.map((agent) => requestOf(agent, next, act))
    agents = agents.map((agent) => answered(agent, going))
    next += Math.round(pauseOf(chance, 'quick', lifetime))
  }
  return next
}

const [second, mostRefusedMs] = [1_000, 120_000]

/** What goes out before a request of this act, or is refused; returns when that comes. */
export function* aheadOf(
  branch: Branch,
  at: number,
  act: keyof Acts | 'go on',
  asking: Asking,
): Generator<readonly SentRequest[], number> {
  const { requestOf, shape, lifetime, name, chance } = asking
  if (act === 'delegate') return yield* ofAgents(branch, at, act, asking)
  if (act === 'escalate') {
    yield [requestOf({ ...branch, model: pick(chance, relatedTo(name.model)) }, at, act)]
    return at + Math.round(pauseOf(chance, 'quick', lifetime))
  }
  if (act === 'throttle') {
    let next = at
    for (let refusals = whole(chance, [1, 6]); refusals > 0; refusals -= 1) {
      yield [{ ...requestOf(branch, next, act), fails: true }]
      next += Math.round(within(chance, [second, mostRefusedMs]))
    }
    return next
  }
  if (act === 'amend') {
    yield [requestOf(branch, at, act)]
    return at + Math.round(pauseOf(chance, chance() < 0.7 ? 'quick' : shape.pauses, lifetime))
  }
  if (act !== 'warm' && act !== 'guess') return at
  if (act === 'warm') yield [forAToken(requestOf(warming(branch, asking), at, act), chance)]
  else yield [{ ...requestOf(guessed(branch, asking), at, act), leaves: true }]
  return at + Math.round(pauseOf(chance, 'quick', lifetime))
}

/** A request as often as its client sends it at once: where it takes the first answer, it hangs up on all others. */
export const atOnce = (sent: SentRequest, chance: Chance): readonly SentRequest[] => {
  if (sent.act !== 'hedge') return [sent]
  const asked = whole(chance, [2, 3])
  const taken = Math.floor(chance() * asked)
  return Array.from({ length: asked }, (_, index) => (index === taken ? sent : { ...sent, leaves: true }))
}
