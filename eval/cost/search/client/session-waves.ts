// The requests of all conversations of a made-up session: most have one, some have several side by side.

import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { type Chance, chanceOf, pick } from '../../sessions/chance.ts'
import type { Conversation } from '../shapes/conversation.ts'
import { lifetimes, relatedTo } from '../shapes/models.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import { speakers, whole, within } from '../shapes/speakers.ts'
import type { Tool } from '../shapes/writing.ts'
import { clientOf } from './client.ts'
import { cachesOf } from './places.ts'
import type { SentRequest } from './sent-request.ts'
import { someOf } from './servers.ts'
import { type Sharing, wavesOf } from './waves.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The same waves as another conversation, so much later. */
function* later(
  waves: Generator<readonly SentRequest[]>,
  by: number,
  conversation: number,
): Generator<readonly SentRequest[]> {
  for (const wave of waves) yield wave.map((sent) => ({ ...sent, at: sent.at + by, conversation }))
}

/** The same waves, some of which go past the service: so many at first, or whenever the client is pointed elsewhere. */
function* aroundService(
  waves: Generator<readonly SentRequest[]>,
  name: SessionName,
  { surroundings: { begunDirectly, goesOver = 0 } }: Shape,
): Generator<readonly SentRequest[]> {
  const chance = chanceOf('begun directly', name.number)
  let direct = begunDirectly === undefined ? 0 : whole(chance, begunDirectly)
  let isPast = false
  for (const wave of waves) {
    if (chance() < goesOver) isPast = !isPast
    yield isPast || direct > 0 ? wave.map((sent) => ({ ...sent, goesPast: true })) : wave
    direct -= 1
  }
}

/** The same waves, some of which another model answers. */
function* fallenBack(
  waves: Generator<readonly SentRequest[]>,
  { number, model }: SessionName,
  { surroundings: { fallsBack } }: Shape,
): Generator<readonly SentRequest[]> {
  if (fallsBack === undefined) {
    yield* waves
    return
  }
  const chance = chanceOf('fallback', number)
  const other = pick(chance, relatedTo(model))
  let hasFallen = false
  for (const wave of waves) {
    if (chance() < (hasFallen ? fallsBack.back : fallsBack.often)) hasFallen = !hasFallen
    yield hasFallen ? wave.map((sent) => ({ ...sent, answeredBy: other })) : wave
  }
}

/** The same waves, all of them past the service where that is so. */
function* pastIf(isPast: boolean, waves: Generator<readonly SentRequest[]>): Generator<readonly SentRequest[]> {
  for (const wave of waves) yield isPast ? wave.map((sent) => ({ ...sent, goesPast: true })) : wave
}

/** The waves of several conversations in the order in which they are sent. */
function* sideBySide(all: readonly Generator<readonly SentRequest[]>[]): Generator<readonly SentRequest[]> {
  const next = all.map((waves) => ({ waves, wave: waves.next() }))
  for (;;) {
    const under = next.filter(({ wave }) => wave.done !== true)
    const at = ({ wave }: (typeof next)[number]): number => wave.value?.[0]?.at ?? 0
    const [first, ...others] = under
    if (first === undefined) return
    const earliest = others.reduce((one, other) => (at(other) < at(one) ? other : one), first)
    yield earliest.wave.value ?? []
    earliest.wave = earliest.waves.next()
  }
}

/** The same waves, and once or more again from their beginning: when all of them are over, or before. */
function* andAgain(
  waves: Generator<readonly SentRequest[]>,
  { number }: SessionName,
  { habits: { runsAgain } }: Shape,
): Generator<readonly SentRequest[]> {
  if (runsAgain === undefined) {
    yield* waves
    return
  }
  const chance = chanceOf('runs', number)
  const all = [...waves]
  const endsAt = all.at(-1)?.[0]?.at ?? 0
  function* run(which: number, at: number): Generator<readonly SentRequest[]> {
    const some = which === 0 || chance() < 0.5 ? all.length : whole(chance, [1, all.length])
    for (const wave of all.slice(0, some))
      yield wave.map((sent) => ({ ...sent, at: sent.at + at, conversation: which }))
  }
  const isAtOnce = chance() < 0.3
  let begins = 0
  const runs = [run(0, 0)]
  const times = whole(chance, runsAgain)
  for (let which = 1; which <= times; which += 1) {
    begins += isAtOnce ? within(chance, [second, minute]) : endsAt + within(chance, [second, 40 * hour])
    runs.push(run(which, Math.round(begins)))
  }
  yield* sideBySide(runs)
}

/** The turns with which all conversations begin that have some in common; each asks something of its own behind them. */
const beginningOf = (
  { habits }: Shape,
  chance: Chance,
  say: ReturnType<typeof speakers>,
): Pick<Sharing, 'beginning'> => {
  if (habits.beginning === undefined) return {}
  let past: Conversation['past'] = []
  let pending = say.userTurn()
  for (let turns = whole(chance, habits.beginning); turns > 0; turns -= 1) {
    const model = say.modelTurn(past.length)
    past = [...past, { client: pending, model }]
    pending = say.clientTurn(model)
  }
  return { beginning: () => ({ past, pending: { ...pending, said: say.reminder() } }) }
}

const listedTools = (chance: Chance, say: ReturnType<typeof speakers>): readonly Tool[] =>
  Array.from({ length: whole(chance, [3, 12]) }, (_, index) => ({
    name: index === 0 ? 'bash' : `listed_${index}`,
    description: say.tools(),
  }))

/** All requests of the session, in the order in which they are sent; those that overlap together. */
export function* sessionWaves(
  name: SessionName,
  shape: Shape,
  dialect: MeasuredDialect,
  chance: Chance,
): Generator<readonly SentRequest[]> {
  const say = speakers(chance, shape)
  const { servers } = shape.habits
  const listed = servers === undefined ? undefined : listedTools(chance, say)
  const client = clientOf(name, shape, dialect, chance, say, listed)
  const { upstream } = shape
  const lifetime = lifetimes[name.lifetime]
  const places = chanceOf('caches', name.number)
  const cacheOf = cachesOf(places, upstream, lifetime)
  const system = say.system()
  const shared = beginningOf(shape, chance, say)
  const sharing = { name, shape, dialect, chance, say, cacheOf, ...shared }
  const first = fallenBack(aroundService(wavesOf(sharing, client, system), name, shape), name, shape)
  const more = shape.conversations[1] > 1 ? whole(chance, shape.conversations) - 1 : 0
  if (more === 0) {
    yield* andAgain(first, name, shape)
    return
  }
  const begins = [minute, lifetime || hour]
  const besides = chanceOf('besides', name.number)
  const others = Array.from({ length: more }, (_, index) => {
    const some = listed === undefined ? undefined : someOf(chance, listed)
    const own = shape.sharesFrame ? client : clientOf(name, shape, dialect, chance, say, some)
    const begun = within(chance, [second, pick(chance, begins)])
    const ownCache = upstream.wavers === true ? cachesOf(places, upstream, lifetime, 1_000 * (index + 1)) : cacheOf
    const waves = wavesOf(
      { ...sharing, cacheOf: ownCache },
      own,
      shape.sharesFrame || servers === 'subsets' ? system : say.system(),
    )
    const isPast = besides() < (shape.surroundings.besides ?? 0)
    return later(pastIf(isPast, waves), Math.round(begun), index + 1)
  })
  yield* sideBySide([first, ...others])
}
