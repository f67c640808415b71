// The service of one made-up session: the real pipeline in one process or in several over one table of records, with the clock, the
// compressor and the provider that the search gives it.

import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { defined } from '../../../../core/collections/defined.ts'
import type { BackgroundSlots } from '../../../../core/compaction/background/background-slots.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import type { Ports } from '../../../../core/exchange/ports.ts'
import type { Inbound } from '../../../../core/http/inbound.ts'
import type { Reply } from '../../../../core/http/reply.ts'
import type { Receipt } from '../../../../core/ledger/receipt.ts'
import { UpstreamFailed, type UpstreamResponse } from '../../../../core/upstream/send.ts'
import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import {
  noon,
  received,
  serviceInMemory,
  unhurried,
  upstreamAnswer,
} from '../../../../testkit/memory/service-in-memory.ts'
import type { CachedInput } from '../../provider/caches.ts'
import type { PromptReader } from '../../provider/prompt.ts'
import { chanceOf, pick } from '../../sessions/chance.ts'
import type { SentRequest } from '../client/sent-request.ts'
import type { MadeUpSession } from '../client/session.ts'
import { models } from '../shapes/models.ts'
import { within } from '../shapes/speakers.ts'
import { answersOf } from './answers.ts'
import { searchCompressor } from './compressor.ts'
import { policiesOf } from './policies.ts'
import { providerOf } from './provider.ts'
import { playedTable } from './table.ts'

/** What the provider has charged for one request, and what the receipt says of it, if there is one. */
export interface Answered {
  readonly input: CachedInput
  readonly cost: number
  /** What each effective token was charged, as a multiple of the model's usual price. */
  readonly price: number
  readonly receipt?: Receipt
}

/** How a body comes: as text, as on Lambda, or as bytes whose memory the exchange may give back, as behind the front of a process. */
export type Front = 'text' | 'bytes'

/** Waits for the answer; `undefined`: there was none. */
export type Finish = () => Promise<Answered | undefined>

const pathOf = ({ dialect, compacts }: Pick<SentRequest, 'dialect' | 'compacts'>): string => {
  if (dialect === 'messages') return '/provider-a/v1/messages'
  if (dialect === 'chat-completions') return '/provider-b/v1/chat/completions'
  return compacts ? '/provider-b/v1/responses/compact' : '/provider-b/v1/responses'
}

/** The upstream takes no more; or it has taken the request in, and fails by its status or in an answer that begins well. */
const failed = ({ takenIn, refused }: Pick<SentRequest, 'takenIn' | 'refused'>): UpstreamResponse => {
  const error = (type: string): string => JSON.stringify({ type: 'error', error: { type } })
  if (refused === true) return upstreamAnswer(400, [error('invalid_request_error')])
  if (takenIn === undefined) return upstreamAnswer(529, [error('overloaded_error')])
  if (takenIn === 'status') return upstreamAnswer(500, [error('api_error')])
  const event = `event: error\ndata: ${error('overloaded_error')}\n\n`
  return upstreamAnswer(200, [event], [['content-type', 'text/event-stream']])
}

/** The client takes the beginning of the answer and goes. */
const leftOf = async (reply: Reply): Promise<string> => {
  if (typeof reply.body === 'string') return received(reply)
  for await (const _ of reply.body) break
  await reply.settle('cut')
  return ''
}

/** What the processes share: the upstream, the ledger and the table. */
const surroundingsOf = (session: MadeUpSession, read: PromptReader) => {
  const sending = new Map<string, SentRequest>()
  const answers = new Map<string, Omit<Answered, 'receipt'>>()
  const receipts = new Map<string, Receipt>()
  const provider = providerOf(session, read)
  const answer = answersOf(session)
  const ports: Partial<Ports> = {
    async send({ body, headers }) {
      const id = headers['x-search-request'] ?? ''
      const sent = sending.get(id)
      if (sent === undefined) throw new Error('A request went out that nobody sent.')
      if (sent.fails) {
        if (sent.takenIn !== undefined) provider(String(body), sent)
        return failed(sent)
      }
      const paid = provider(String(body), sent)
      answers.set(id, paid)
      if (sent.breaks) throw new UpstreamFailed('broken', true, 'The upstream has closed the connection.')
      return { ...answer(sent, paid.input), isSent: () => true }
    },
    ledger: {
      async put(receipt) {
        receipts.set(receipt.exchangeId, receipt)
      },
    },
    compressor: session.compressor ?? searchCompressor(session),
    // However busy the machine is.
    ...unhurried,
    // No work takes so long that it is given up: a session costs the same on a busy machine.
    elapsed: () => 0,
    count: () => {},
    measure: () => {},
  }
  /** What goes past the service. */
  const direct = (sent: SentRequest): Answered => provider(sent.body, sent)
  return { sending, answers, receipts, ports, direct }
}

/** None is free as often as the shape says. */
const slotsFor = ({ shape, name }: MadeUpSession): BackgroundSlots => {
  const chance = chanceOf('busy', name.number)
  return { take: () => (chance() < shape.busy ? undefined : () => {}) }
}

/** One for each dialect. */
const pipelinesOf = (deployment: Parameters<typeof exchange>[1]) => {
  const pipeline = (dialect: MeasuredDialect) => {
    const path = pathOf({ dialect, compacts: false })
    const paths = dialect === 'responses' ? [path, `${path}/compact`] : [path]
    return exchange({ name: dialect, paths, dialect: dialects[dialect] }, deployment)
  }
  return {
    messages: pipeline('messages'),
    'chat-completions': pipeline('chat-completions'),
    responses: pipeline('responses'),
  }
}

/** The processes, each with a memory and a clock of its own; the first one's is right. */
const processesOf = (session: MadeUpSession, ports: Partial<Ports>, clock: { readonly now: number }) => {
  const { environments, skew, modes, busy, surroundings } = session.shape
  const { count: regions, failsOver } = surroundings.regions ?? { count: 1, failsOver: 0 }
  const policies = policiesOf(session)
  const table = playedTable(session)
  const other = session.mode === 'repeated' ? 'arrival' : 'repeated'
  const records = Array.from({ length: regions }, () => new Map<string, StoredRecord>())
  const chance = chanceOf('clocks', session.name.number)
  const failing = chanceOf('regions', session.name.number)
  let region = 0
  const started = (index: number, ofRegion: Map<string, StoredRecord>) => {
    const ahead = index === 0 ? 0 : Math.round((2 * chance() - 1) * skew)
    const service = serviceInMemory({
      account: {
        compaction: { mode: modes && index > 0 ? other : session.mode, compressor: 'adeline-1', ...session.rules },
      },
      ports: { ...ports, chains: rememberedChains(table.of(memoryChains(ofRegion))), now: () => clock.now + ahead },
    })
    const { account, deployment } = service
    const accounts = { find: async () => ({ ...account, compaction: policies.now(account.compaction) }) }
    const pipelines = pipelinesOf({
      ...deployment,
      ports: { ...deployment.ports, accounts },
      ...(busy > 0 ? { backgroundSlots: { of: () => slotsFor(session) } } : {}),
    })
    return { ahead, service, pipelines }
  }
  const all = () =>
    records.map((ofRegion) => Array.from({ length: environments }, (_, index) => started(index, ofRegion)))
  let processes = all()
  return {
    table,
    policies,
    any: () => {
      if (failing() < failsOver) region = (region + 1) % regions
      return processes[region]?.[Math.floor(chance() * environments)]
    },
    /** All of them end, and others are started that remember nothing. */
    replace: () => {
      processes = all()
    },
  }
}

/** How far from the true time the service's clocks are with each request, in milliseconds. */
const wrongClockOf = ({ shape, name }: MadeUpSession): (() => number) => {
  const { clockJumps } = shape.surroundings
  if (clockJumps === undefined) return () => 0
  const chance = chanceOf('wrong clocks', name.number)
  let wrong = 0
  return () => {
    if (chance() < clockJumps.often) wrong = pick(chance, [0, -1, 1]) * Math.round(within(chance, clockJumps.by))
    return wrong
  }
}

const bodyAt = (front: Front, body: string): Pick<Inbound, 'body' | 'ownsBody'> =>
  front === 'text' ? { body } : { body: new TextEncoder().encode(body), ownsBody: true }

export const serviceOf = (session: MadeUpSession, read: PromptReader, front: Front = 'text') => {
  const clock = { now: noon }
  const wrong = wrongClockOf(session)
  const { sending, answers, receipts, ports, direct } = surroundingsOf(session, read)
  const { table, policies, any, replace } = processesOf(session, ports, clock)
  let next = 0
  const begin = async (sent: SentRequest): Promise<Finish> => {
    clock.now = noon + sent.at + wrong()
    if (sent.goesPast) {
      const answered = direct(sent)
      return async () => answered
    }
    policies.begins()
    const id = `01KAGFZ${String(next).padStart(19, '0')}`
    next += 1
    sending.set(id, sent)
    const { upstream }: { readonly upstream?: string } = models[sent.model]
    const asked = any()
    if (asked === undefined) throw new Error('No process serves the session.')
    const { service, pipelines, ahead } = asked
    table.begins()
    const reply = await pipelines[sent.dialect](
      service.request({
        id,
        ...bodyAt(front, sent.body),
        path: pathOf(sent),
        receivedAt: clock.now + ahead,
        deadline: clock.now + ahead + 900_000,
        headers: {
          authorization: 'Bearer key',
          'x-search-request': id,
          ...defined({ 'x-service-upstream-url': upstream }),
        },
      }),
    )
    await table.hasRead()
    // Its answer has begun, and what is noted by then is there.
    if (session.shape.hasty > 0) await new Promise(setImmediate)
    if (sent.kills) {
      // What is noted as the answer begins is there.
      await new Promise(setImmediate)
      replace()
      return async () => answers.get(id)
    }
    return async () => {
      const text = await (sent.leaves ? leftOf(reply) : received(reply))
      if (sent.fails) return undefined
      const [answered, receipt] = [answers.get(id), receipts.get(id)]
      if (answered === undefined || receipt === undefined) throw new Error(`The pipeline refused a request: ${text}`)
      return { ...answered, receipt }
    }
  }
  return { begin }
}
