// One made-up session: requests in the order in which they are sent, those that overlap together. The same number, shape,
// model and lifetime make the same session.

import { type CompactionMode, type CompactionPolicy, fileReadRules } from '../../../core/access/policy.ts'
import type { MeasuredDialect } from '../../../testkit/data/conversation.ts'
import { chanceOf } from '../chance.ts'
import { bodyOf, type Marking, type Writing } from './body.ts'
import { type Conversation, cleared, dropped, inText, reminded, rewound, shortened } from './conversation.ts'
import { type Lifetime, lifetimes, type ModelName, models } from './models.ts'
import { type Acts, type Pauses, type Shape, type ShapeName, shapes } from './shapes.ts'
import { type Chance, pick, speakers, whole, within } from './speakers.ts'
import { countAt, countCheaply } from './texts.ts'

export interface SentRequest {
  /** Milliseconds since the session began. */
  readonly at: number
  readonly model: ModelName
  readonly body: string
  /** It asks the provider to compact the conversation. */
  readonly compacts: boolean
  /** The upstream does not take it. */
  readonly fails: boolean
  /** What the client did, in words. */
  readonly act: string
}

export interface SessionName {
  readonly number: number
  readonly shape: ShapeName
  readonly model: ModelName
  readonly lifetime: Lifetime
}

export interface MadeUpSession {
  readonly name: SessionName
  readonly shape: Shape
  readonly dialect: MeasuredDialect
  readonly mode: CompactionMode
  /** What else its account's policy says. */
  readonly rules: Pick<CompactionPolicy, 'fileReads' | 'observations'>
  /** Tokens of a text, as the provider counts. */
  readonly count: (text: string) => number
  /** Which of the documented rules the provider keeps to. */
  readonly rule: number
  /** The compressor answers no more from this request on. */
  readonly deadFrom: number
  readonly chance: () => number
  /** Requests that overlap are in one wave. */
  readonly waves: () => Generator<readonly SentRequest[]>
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

function* wavesOf(
  name: SessionName,
  shape: Shape,
  dialect: MeasuredDialect,
  chance: Chance,
): Generator<readonly SentRequest[]> {
  const say = speakers(chance, shape)
  const tools = say.tools()
  const marking: Marking = pick(chance, shape.markings)
  const lifetime = lifetimes[name.lifetime]
  const long = { frame: name.lifetime === '1h' || name.lifetime === 'mixed', conversation: name.lifetime === '1h' }
  const isInText = shape.inText > 0 && chance() < shape.inText
  let reversed = false
  const uncachedByChoice = models[name.model].provider === 'anthropic' && name.lifetime === 'none'
  const requestOf = ({ conversation, model }: Branch, at: number, act: string, compacts = false): SentRequest => {
    const writing: Writing = {
      dialect,
      model: models[model].model,
      tools,
      marking: uncachedByChoice ? 'none' : marking,
      long,
      reversed,
      chance,
    }
    const told = isInText ? inText(conversation) : conversation
    return { at, model, body: bodyOf(told, writing), compacts, fails: act === 'fail', act }
  }

  let branch: Branch = { conversation: { system: say.system(), past: [], pending: say.userTurn() }, model: name.model }
  const branches: Branch[] = [branch]
  let at = 0
  const answered = (one: Branch): Branch => {
    const model = say.modelTurn()
    const { past, pending } = one.conversation
    return {
      ...one,
      conversation: {
        ...one.conversation,
        past: [...past, { client: pending, model }],
        pending: say.clientTurn(model),
      },
    }
  }
  /** The same conversation, sent as it is after this change. */
  const changed = (change: (conversation: Conversation) => Conversation): void => {
    branch = { ...branch, conversation: change(branch.conversation) }
  }

  for (let left = whole(chance, shape.requests); left > 0; left -= 1) {
    const act = at === 0 ? 'go on' : actOf(chance, shape.acts)
    const { past } = branch.conversation
    const place = Math.floor(chance() * past.length)
    if (act === 'clear') changed((conversation) => cleared(conversation, 1 + Math.floor(chance() * 4)))
    if (act === 'remind') changed((conversation) => reminded(conversation, place, say.reminder()))
    if (act === 'cut') changed((conversation) => shortened(conversation, place))
    if (act === 'drop') changed((conversation) => dropped(conversation, answeredCall(chance, conversation)))
    if (act === 'newSystem') changed((conversation) => ({ ...conversation, system: say.system() }))
    if (act === 'reorder') reversed = !reversed
    if (act === 'switchModel') branch = { ...branch, model: pick(chance, related(name.model)) }
    if (act === 'fork' && chance() < 0.5) branch = pick(chance, branches)
    else if (act === 'fork') changed((conversation) => rewound(conversation, place, say.userTurn()))

    if (act === 'fanOut') {
      const wave = Array.from(
        { length: 2 + Math.floor(chance() * 5) },
        (): Branch => ({
          ...branch,
          conversation: { ...branch.conversation, pending: { ...branch.conversation.pending, said: say.reminder() } },
        }),
      )
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
      branch = answered(branch)
      branches.push(branch)
    }
    at += Math.round(pauseOf(chance, shape.pauses, lifetime))
  }
}

const countOf = (name: SessionName, { tokenRates }: Shape): ((text: string) => number) => {
  if (tokenRates === undefined) return countCheaply
  const chance = chanceOf('token rates', name.number)
  const rate = (): number => within(chance, tokenRates)
  return countAt({ said: rate(), results: rate(), json: rate() })
}

/** The session of this name. */
export const madeUpSession = (name: SessionName): MadeUpSession => {
  const chance = chanceOf('session', name.number, name.shape, name.model, name.lifetime)
  const make: (chance: Chance) => Shape = shapes[name.shape]
  const shape = make(chance)
  const { dialects, caches } = models[name.model]
  const dialect = pick<MeasuredDialect>(
    chance,
    shape.acts.compact > 0.1 && dialects.length > 1 ? ['responses'] : dialects,
  )
  return {
    name,
    shape,
    dialect,
    mode: chance() < 0.75 ? 'repeated' : 'arrival',
    rules:
      shape.repeats > 0 || shape.inText > 0
        ? { fileReads: pick(chance, fileReadRules), observations: chance() < 0.7 ? 'results' : 'keep' }
        : {},
    count: countOf(name, shape),
    rule: Math.floor(chance() * caches.length),
    deadFrom: chance() < shape.dead ? Math.floor(chance() * 6) : Number.POSITIVE_INFINITY,
    chance,
    waves: () => wavesOf(name, shape, dialect, chance),
  }
}
