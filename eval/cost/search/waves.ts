// The requests of a made-up session, wave by wave: what its client does, one act after the other.

import type { MeasuredDialect } from '../../../testkit/data/conversation.ts'
import { bodyOf } from './body.ts'
import type { Client } from './client.ts'
import { type Conversation, cleared, dropped, partly, reminded, rewound, shortened, truncated } from './conversation.ts'
import { lifetimes, type ModelName, models } from './models.ts'
import type { CacheOf } from './places.ts'
import type { SessionName } from './session-name.ts'
import type { Acts, Pauses, Shape } from './shape.ts'
import { type Chance, pick, type speakers, whole, within } from './speakers.ts'

export interface SentRequest {
  /** Milliseconds since the session began. */
  readonly at: number
  readonly model: ModelName
  readonly body: string
  /** It asks the provider to compact the conversation. */
  readonly compacts: boolean
  /** The upstream does not take it. */
  readonly fails: boolean
  /** The client does not wait for the end of the answer. */
  readonly leaves: boolean
  /** Which of the upstream's caches it meets: one that no request has met is empty. */
  readonly cache: number
  /** Which of the session's conversations it belongs to. */
  readonly conversation: number
  /** What the client did, in words. */
  readonly act: string
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds between two requests. `lifetime`: of the cache that is used, in milliseconds. */
const pauseOf = (chance: Chance, pauses: Pauses, lifetime: number): number => {
  if (pauses === 'quick') return within(chance, [second, 50 * second])
  if (pauses === 'near the end of life') return within(chance, [0.7, 1.4]) * (lifetime === 0 ? 5 * minute : lifetime)
  if (pauses === 'slow') return within(chance, [5 * minute, 60 * hour])
  if (pauses === 'every scale') return within(chance, [0.2 * second, 40 * hour])
  return chance() < 0.05 ? within(chance, [10 * minute, 3 * hour]) : within(chance, [4 * second, minute])
}

/** Which act comes next; most often the plain one. */
const actOf = (chance: Chance, acts: Acts): keyof Acts | 'go on' => {
  let left = chance()
  for (const act of Object.keys(acts) as (keyof Acts)[]) {
    left -= acts[act]
    if (left < 0) return act
  }
  return 'go on'
}

interface Branch {
  readonly conversation: Conversation
  readonly model: ModelName
}

/** One of the calls that are answered, half of the time one of the newest. */
const answeredCall = (chance: Chance, { past }: Conversation): string | undefined => {
  const results = past.slice(chance() < 0.5 ? -2 : 0).flatMap(({ client }) => client.results)
  return results[Math.floor(chance() * results.length)]?.id
}

const related = (model: ModelName): ModelName[] =>
  (Object.keys(models) as ModelName[]).filter(
    (other) =>
      models[other].provider === models[model].provider &&
      models[other].dialects.length === models[model].dialects.length,
  )

/** The same turn with these words of the user. */
const saying = (branch: Branch, said: string): Branch => ({
  ...branch,
  conversation: { ...branch.conversation, pending: { ...branch.conversation.pending, said } },
})

/** The same turn, and what the user says to it now. */
const withWords = ({ pending, ...conversation }: Conversation, words: string): Conversation => ({
  ...conversation,
  pending: { ...pending, more: [...(pending.more ?? []), words] },
})

/** What the conversations of a session share. */
export interface Sharing {
  readonly name: SessionName
  readonly shape: Shape
  readonly dialect: MeasuredDialect
  readonly chance: Chance
  readonly say: ReturnType<typeof speakers>
  readonly cacheOf: CacheOf
}

/** The same conversation as this act of its client has it. */
const actedOn = (
  conversation: Conversation,
  act: keyof Acts | 'go on',
  place: number,
  { chance, say }: Sharing,
): Conversation => {
  if (act === 'clear') return cleared(conversation, 1 + Math.floor(chance() * 4))
  if (act === 'remind') return reminded(conversation, place, say.reminder())
  if (act === 'cut') return shortened(conversation, place)
  if (act === 'drop') return dropped(conversation, answeredCall(chance, conversation))
  if (act === 'newSystem') return { ...conversation, system: say.system() }
  if (act === 'growSystem') return { ...conversation, system: `${conversation.system}\n${say.reminder()}` }
  if (act === 'truncate') return truncated(conversation)
  return conversation
}

/** The requests of one conversation; those that overlap together. */
export function* wavesOf(sharing: Sharing, client: Client, system: string): Generator<readonly SentRequest[]> {
  const { name, shape, dialect, chance, say, cacheOf } = sharing
  const lifetime = lifetimes[name.lifetime]
  const requestOf = ({ conversation, model }: Branch, at: number, act: string, compacts = false): SentRequest => {
    const body = bodyOf(client.told(conversation), client.writing(models[model].model))
    return {
      at,
      model,
      body,
      compacts,
      fails: act === 'fail',
      leaves: act === 'leave',
      cache: cacheOf(at),
      conversation: 0,
      act,
    }
  }

  let branch: Branch = { conversation: { system, past: [], pending: say.userTurn() }, model: name.model }
  const branches: Branch[] = [branch]
  let at = 0
  const answered = (one: Branch): Branch => {
    const model = say.modelTurn(one.conversation.past.length)
    const { prefill = '', ...asked } = one.conversation.pending
    const past = [...one.conversation.past, { client: asked, model: { ...model, said: `${prefill}${model.said}` } }]
    return { ...one, conversation: { ...one.conversation, past, pending: say.clientTurn(model) } }
  }
  /** The same conversation, sent as it is after this change. */
  const changed = (change: (conversation: Conversation) => Conversation): void => {
    branch = { ...branch, conversation: change(branch.conversation) }
  }
  /** What becomes of a conversation whose client has not waited for the answer. */
  const left = (one: Branch): Branch => {
    const how = chance()
    if (how < 0.3) return one
    const { conversation } = one
    return { ...one, conversation: how < 0.6 ? withWords(conversation, say.reminder()) : partly(conversation, say) }
  }

  for (let more = whole(chance, shape.requests); more > 0; more -= 1) {
    const act = at === 0 ? 'go on' : actOf(chance, shape.acts)
    const place = Math.floor(chance() * branch.conversation.past.length)
    changed((conversation) => actedOn(conversation, act, place, sharing))
    if (act === 'switchModel') branch = { ...branch, model: pick(chance, related(name.model)) }
    if (act === 'fork' && chance() < 0.5) branch = pick(chance, branches)
    else if (act === 'fork') changed((conversation) => rewound(conversation, place, say.userTurn()))
    client.change(act)

    if (act === 'fanOut') {
      const wave = Array.from({ length: 2 + Math.floor(chance() * 5) }, () => saying(branch, say.reminder()))
      yield wave.map((one) => requestOf(one, at, act))
      branches.push(...wave.map(answered))
      branch = branches.at(-1) ?? branch
    } else if (act === 'compact' && dialect === 'responses') {
      yield [requestOf(branch, at, act, true)]
      changed((conversation) => ({ ...conversation, past: [], pending: say.userTurn() }))
    } else {
      yield [requestOf(branch, at, act)]
      if (act === 'retry' || act === 'fail') {
        at += pauseOf(chance, chance() < 0.7 ? 'quick' : shape.pauses, lifetime)
        yield [requestOf(branch, at, 'the same again')]
      }
      if (act === 'keepWarm')
        for (let pings = whole(chance, [1, 12]); pings > 0; pings -= 1) {
          at += Math.round(within(chance, [0.7, 0.98]) * (lifetime || 5 * minute))
          yield [requestOf(branch, at, 'the same, to keep it warm')]
        }
      branch = act === 'leave' ? left(branch) : answered(branch)
      branches.push(branch)
      if (act === 'aside') {
        at += Math.round(pauseOf(chance, 'quick', lifetime))
        yield [requestOf(saying(branch, say.reminder()), at, 'something beside')]
      }
    }
    at += Math.round(pauseOf(chance, shape.pauses, lifetime))
  }
}
