// The requests of a made-up session, wave by wave: what its client does, one act after the other.

import { onceAsked } from '../../../../core/collections/once.ts'
import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { type Chance, pick } from '../../sessions/chance.ts'
import type { Acts } from '../shapes/acts.ts'
import { type Conversation, rewound } from '../shapes/conversation.ts'
import { lifetimes, relatedTo } from '../shapes/models.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import { type speakers, whole } from '../shapes/speakers.ts'
import { actedOn } from './acted-on.ts'
import { aheadOf, atOnce } from './ahead.ts'
import { answered, askedAside, type Branch, left, ranOver, saying, sentOnce, withoutOldest } from './branch.ts'
import type { Client } from './client.ts'
import { requestWriter } from './continued.ts'
import { momentsOf } from './moments.ts'
import { pauseOf, pingsOf } from './pauses.ts'
import type { CacheOf } from './places.ts'
import { ofWords, swapped, withBlock } from './replaced.ts'
import { amended } from './rewritings.ts'
import type { SentRequest } from './sent-request.ts'
import { summed } from './views.ts'

/** The act of a request that asks its provider to compact the conversation. */
const compacting = 'compact'

/** Which act comes next; most often the plain one. */
const actOf = (chance: Chance, acts: Acts): keyof Acts | 'go on' => {
  let left = chance()
  for (const act of Object.keys(acts) as (keyof Acts)[]) {
    left -= acts[act]
    if (left < 0) return act
  }
  return 'go on'
}

/** Acts after which the client sends the same again. */
const triedAgain: ReadonlySet<keyof Acts | 'go on'> = new Set([
  'retry',
  'fail',
  'failLate',
  'failMidway',
  'breakOff',
  'kill',
  'forgetThinking',
  'overflow',
])

/** Acts whose request the upstream refuses for what it says. */
const refusedActs: ReadonlySet<string> = new Set(['forgetThinking', 'overflow'])

/** What the conversations of a session share. */
export interface Sharing {
  readonly name: SessionName
  readonly shape: Shape
  readonly dialect: MeasuredDialect
  readonly chance: Chance
  readonly say: ReturnType<typeof speakers>
  readonly cacheOf: CacheOf
  /** What each conversation begins with; absent: with the user's first words. */
  readonly beginning?: () => Pick<Conversation, 'past' | 'pending'>
}

const summaryTokens = [100, 3_000] as const

/** Of an answer that nobody goes on from. */
const fromNowhere = (): number => 1

/** Of the answer that its client goes on from, which is to come. */
const callsIn = (answer: () => Branch | undefined) => (): number =>
  answer()?.conversation.past.at(-1)?.model.calls.length ?? fromNowhere()

/** Behind another system text, and without tools. */
interface Aside {
  readonly system: string
}

/** Writes the requests of a conversation. */
const requestsOf = ({ name, shape, dialect, chance, cacheOf }: Sharing, client: Client) => {
  const written = requestWriter(shape, name)
  const momentOf = momentsOf(shape, name)
  return ({ conversation, model }: Branch, at: number, act: string, aside?: Aside): SentRequest => {
    const writing = client.writing(model, conversation)
    const told = client.told(conversation)
    const { rounds } = shape.habits
    const { apart, price } = client.tier(model)
    return {
      at,
      model,
      dialect: writing.dialect,
      ...written({ ...told, ...aside }, aside === undefined ? writing : { ...writing, tools: [] }),
      compacts: act === compacting,
      fails: act === 'fail' || act === 'failLate' || refusedActs.has(act),
      ...(refusedActs.has(act) ? { refused: true } : {}),
      ...(act === 'failLate' ? { takenIn: pick(chance, ['status', 'answer']) } : {}),
      ...(act === 'failMidway' ? { endsInError: true } : {}),
      breaks: act === 'breakOff',
      kills: act === 'kill',
      goesPast: false,
      leaves: act === 'leave',
      calls: fromNowhere,
      // Chat completions search before they ask their model.
      rounds: rounds === undefined || dialect === 'chat-completions' ? 1 : whole(chance, rounds),
      cache: cacheOf(at),
      apart,
      ...momentOf(at),
      price,
      conversation: 0,
      act,
    }
  }
}

const isReplaced = (act: string, dialect: MeasuredDialect): boolean =>
  act === 'summarise' || act === 'keepWords' || (act === compacting && dialect === 'responses')

/** What asks for a summary; returns the conversation with that in place of its history. */
function* replacedBy(
  act: string,
  branch: Branch,
  at: number,
  { requestOf, aside, chance, say }: Sharing & { requestOf: ReturnType<typeof requestsOf>; aside: () => Aside },
): Generator<readonly SentRequest[], Conversation> {
  const { conversation } = branch
  if (act === compacting) {
    yield [requestOf(branch, at, act)]
    return { ...conversation, past: [], pending: say.userTurn() }
  }
  const isSummed = act === 'summarise'
  yield [requestOf(saying(branch, say.reminder()), at, act, isSummed && chance() < 0.5 ? aside() : undefined)]
  return isSummed
    ? summed(conversation, Math.floor(chance() * 4), say.words(summaryTokens))
    : ofWords(conversation, say.words(summaryTokens))
}

/** What is summed up while the conversation goes on. `begun`: what asks for it; `over`: with the summary in place of that, some turns later. */
const summedBeside = ({ chance, say, dialect }: Sharing) => {
  let summing: { readonly turns: number; readonly until: number } | undefined
  return {
    begun(branch: Branch): Branch {
      const turns = branch.conversation.past.length
      summing ??= { turns, until: turns + whole(chance, [1, 5]) }
      return saying(branch, say.reminder())
    },
    over(conversation: Conversation): Conversation {
      if (summing === undefined || conversation.past.length < summing.until) return conversation
      const { turns } = summing
      summing = undefined
      return swapped(conversation, turns, say.words(summaryTokens), dialect !== 'chat-completions')
    },
  }
}

/** The requests of one conversation; those that overlap together. */
export function* wavesOf(sharing: Sharing, client: Client, system: string): Generator<readonly SentRequest[]> {
  const { name, shape, dialect, chance, say, beginning } = sharing
  const lifetime = lifetimes[name.lifetime]
  const requestOf = requestsOf(sharing, client)
  const begun = beginning?.() ?? { past: [], pending: say.userTurn() }
  let branch: Branch = { conversation: { system, ...begun }, model: name.model }
  const branches: Branch[] = [branch]
  let at = 0
  const aside = onceAsked((): Aside => ({ system: say.reminder() }))
  const beside = summedBeside(sharing)
  /** The same conversation, sent as it is after this change. */
  const changed = (change: (conversation: Conversation) => Conversation): void => {
    branch = { ...branch, conversation: change(branch.conversation) }
  }

  for (let more = whole(chance, shape.requests); more > 0; more -= 1) {
    changed(beside.over)
    const act = at === 0 ? 'go on' : actOf(chance, shape.acts)
    const place = Math.floor(chance() * branch.conversation.past.length)
    changed((conversation) => actedOn(conversation, act, place, sharing))
    if (act === 'switchModel') branch = { ...branch, model: pick(chance, relatedTo(name.model)) }
    if (act === 'fork' && chance() < 0.5) branch = pick(chance, branches)
    else if (act === 'fork') changed((conversation) => rewound(conversation, place, say.userTurn()))
    client.change(act)
    at = yield* aheadOf(branch, at, act, { ...sharing, requestOf, lifetime })
    if (act === 'amend') changed((conversation) => amended(conversation, chance, say))
    if (act === 'fanOut' || act === 'twice') {
      const isTwice = act === 'twice'
      const wave = Array.from({ length: 2 + Math.floor(chance() * (isTwice ? 4 : 5)) }, () =>
        isTwice ? branch : saying(branch, say.reminder()),
      )
      const answers: Branch[] = []
      const callsOf = (index: number) => (isTwice ? fromNowhere : callsIn(() => answers[index]))
      yield wave.map((one, index) => ({ ...requestOf(one, at, act), calls: callsOf(index) }))
      answers.push(...wave.map((one) => answered(one, sharing)))
      branches.push(...answers)
      branch = branches.at(-1) ?? branch
    } else if (isReplaced(act, dialect)) {
      const conversation = yield* replacedBy(act, branch, at, { ...sharing, requestOf, aside })
      branch = { ...branch, conversation }
    } else if (act === 'runOver') {
      const { on, joined } = ranOver(branch, sharing)
      yield [{ ...requestOf(branch, at, act), calls: () => 0 }]
      at += Math.round(pauseOf(chance, 'quick', lifetime))
      let next: Branch | undefined
      yield [{ ...requestOf(on, at, 'on with the answer'), calls: callsIn(() => next) }]
      branch = joined()
      next = branch
      branches.push(branch)
    } else {
      const sent = sentOnce(branch, act, place, shape)
      let next: Branch | undefined
      const calls = callsIn(() => next)
      const isTriedAgain = triedAgain.has(act)
      yield atOnce({ ...requestOf(sent, at, act), ...(isTriedAgain ? {} : { calls }) }, chance)
      if (act === 'sumBeside')
        yield [{ ...requestOf(beside.begun(branch), at, 'summing up beside it'), calls: () => 0 }]
      if (isTriedAgain) {
        at += pauseOf(chance, chance() < 0.7 ? 'quick' : shape.pauses, lifetime)
        if (act === 'overflow') changed((conversation) => withoutOldest(conversation, chance))
        yield [{ ...requestOf(branch, at, 'the same again'), calls }]
      }
      if (act === 'keepWarm')
        for (const ping of pingsOf(chance, lifetime)) {
          at += ping
          yield [requestOf(branch, at, 'the same, to keep it warm')]
        }
      branch = act === 'leave' ? left(branch, sharing) : answered(branch, sharing)
      if (act === 'block') changed((conversation) => withBlock(conversation, say.words(summaryTokens)))
      next = branch
      branches.push(branch)
      if (act === 'aside' || act === 'sideCall') {
        at += Math.round(pauseOf(chance, 'quick', lifetime))
        yield act === 'aside'
          ? [requestOf(saying(branch, say.reminder()), at, 'something beside')]
          : [requestOf(askedAside(branch, sharing), at, 'something behind another system text', aside())]
      }
    }
    at += Math.round(pauseOf(chance, shape.pauses, lifetime))
  }
}
