// Plays a made-up session twice: through the real pipeline over stores in memory, and with nothing between the client and the
// provider. Says what each request cost both times, and what the receipts claim.

import type { InputPrices } from '../../../core/caches/rules.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import type { Ports } from '../../../core/exchange/ports.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import type { CachedInput, PromptCache } from '../provider/caches.ts'
import { type Prompt, promptReader } from '../provider/prompt.ts'
import { answerOf } from '../provider/usage.ts'
import { searchCompressor } from './compressor.ts'
import { lifetimes, type ModelName, models } from './models.ts'
import type { MadeUpSession, SentRequest } from './session.ts'

/** One request as it was paid for both times, in effective tokens. */
export interface PaidRequest {
  readonly sent: Omit<SentRequest, 'body'>
  readonly ours: number
  readonly direct: number
  readonly oursInput: CachedInput
  readonly directInput: CachedInput
  /** What the receipt says was saved, in effective tokens, and whether it says that it is an estimate. */
  readonly claimed: number
  readonly estimated: boolean
  readonly outcome: string
}

const priceOf = (input: CachedInput, prices: InputPrices): number =>
  input.uncached + input.read * prices.read + input.written * prices.write + input.writtenLong * prices.writeLong

/** A provider with a cache for each model that is asked for. */
const providerOf = (session: MadeUpSession) => {
  const caches = new Map<ModelName, PromptCache>()
  return (prompt: Prompt, name: ModelName, at: number): { readonly input: CachedInput; readonly cost: number } => {
    const model = models[name]
    const make: (lifetime: number) => PromptCache = model.caches[session.rule % model.caches.length] ?? model.caches[0]
    const cache = caches.get(name) ?? make(lifetimes[session.name.lifetime] || lifetimes['10m'])
    caches.set(name, cache)
    const input = cache(prompt, at)
    return { input, cost: priceOf(input, model.prices) }
  }
}

/** Nothing here takes so long that it has to be cut, however busy the machine is. */
const alarm: Ports['alarm'] = (milliseconds) => ({
  signal: milliseconds <= 0 ? AbortSignal.abort() : new AbortController().signal,
  clear: () => {},
})
const silent: Ports['log'] = { info: () => {}, warn: () => {}, error: () => {} }

const pathOf = ({ dialect }: MadeUpSession, { compacts }: Pick<SentRequest, 'compacts'>): string => {
  if (dialect === 'messages') return '/provider-a/v1/messages'
  if (dialect === 'chat-completions') return '/provider-b/v1/chat/completions'
  return compacts ? '/provider-b/v1/responses/compact' : '/provider-b/v1/responses'
}

interface Answered {
  readonly input: CachedInput
  readonly cost: number
}

/** The service of one session, with the clock, the compressor and the provider that the search gives it. */
const serviceOf = (session: MadeUpSession) => {
  const clock = { now: noon }
  const sending = new Map<string, SentRequest>()
  const answers = new Map<string, Answered>()
  const receipts = new Map<string, Receipt>()
  const read = promptReader(session.count)
  const provider = providerOf(session)
  const compressor = searchCompressor(session)
  let next = 0
  const send: Ports['send'] = async ({ body, headers }) => {
    const id = headers['x-search-request'] ?? ''
    const sent = sending.get(id)
    if (sent === undefined) throw new Error('A request went out that nobody sent.')
    if (sent.fails) return upstreamAnswer(529, ['{"type":"error","error":{"type":"overloaded_error"}}'])
    const answered = provider(read(String(body)), sent.model, sent.at)
    answers.set(id, answered)
    const { usage, ...rest }: { readonly usage?: unknown } = answerOf(session.dialect, answered.input)
    return upstreamAnswer(200, [JSON.stringify(session.shape.usage ? { ...rest, usage } : rest)])
  }
  const ledger: Ports['ledger'] = {
    async put(receipt) {
      receipts.set(receipt.exchangeId, receipt)
    },
  }
  const service = serviceInMemory({
    account: { compaction: { mode: session.mode, compressor: 'adeline-1', ...session.rules } },
    ports: {
      send,
      ledger,
      compressor,
      alarm,
      log: silent,
      now: () => clock.now,
      // No work takes so long that it is given up: a session costs the same on a busy machine.
      elapsed: () => 0,
      count: () => {},
      measure: () => {},
    },
  })
  const dialect = dialects[session.dialect]
  const { path } = { path: pathOf(session, { compacts: false }) }
  const paths = session.dialect === 'responses' ? [path, `${path}/compact`] : [path]
  const pipeline = exchange({ name: session.dialect, paths, dialect }, service.deployment)
  const begin = async (sent: SentRequest) => {
    clock.now = noon + sent.at
    const id = `01KAGFZ${String(next).padStart(19, '0')}`
    next += 1
    sending.set(id, sent)
    const { upstream }: { readonly upstream?: string } = models[sent.model]
    const reply = await pipeline(
      service.request({
        id,
        body: sent.body,
        path: pathOf(session, sent),
        receivedAt: clock.now,
        deadline: clock.now + 900_000,
        headers: {
          authorization: 'Bearer key',
          'x-search-request': id,
          ...(upstream === undefined ? {} : { 'x-service-upstream-url': upstream }),
        },
      }),
    )
    return async (): Promise<(Answered & { readonly receipt: Receipt }) | undefined> => {
      const text = await received(reply)
      if (sent.fails) return undefined
      const [answered, receipt] = [answers.get(id), receipts.get(id)]
      if (answered === undefined || receipt === undefined) throw new Error(`The pipeline refused a request: ${text}`)
      return { ...answered, receipt }
    }
  }
  return { begin }
}

/** What every request of the session cost, with and without the service. Throws an error when the pipeline refuses one. */
export const played = async (session: MadeUpSession): Promise<PaidRequest[]> => {
  const service = serviceOf(session)
  const read = promptReader(session.count)
  const direct = providerOf(session)
  const paid: PaidRequest[] = []
  for (const wave of session.waves()) {
    const begun = []
    for (const sent of wave) begun.push({ sent, finish: await service.begin(sent) })
    for (const { sent, finish } of begun) {
      const answered = await finish()
      if (answered === undefined) continue
      const { input, cost, receipt } = answered
      const without = direct(read(sent.body), sent.model, sent.at)
      const { body: _, ...rest } = sent
      paid.push({
        sent: rest,
        ours: cost,
        direct: without.cost,
        oursInput: input,
        directInput: without.input,
        claimed: (receipt.effectiveTokensBefore ?? 0) - (receipt.effectiveTokensAfter ?? 0),
        estimated: receipt.estimated,
        outcome: receipt.reason ?? receipt.outcome,
      })
    }
  }
  return paid
}
