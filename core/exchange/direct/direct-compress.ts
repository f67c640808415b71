// `POST /v1/compress`: the same judgement as every route, then the compressor; no upstream.

import type { Grant } from '../../access/account.ts'
import { authorise } from '../../access/authorise.ts'
import { authenticate } from '../../access/keys/authenticate.ts'
import { limit } from '../../access/limits/limit.ts'
import { defined } from '../../collections/defined.ts'
import { type BatchReply, compressAll } from '../../compressor/batch.ts'
import { CompressorFailed } from '../../compressor/compressor.ts'
import type { Inbound } from '../../http/inbound.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Reply, refusalReply } from '../../http/reply.ts'
import { outageRetryAfterSeconds } from '../../http/retry-after.ts'
import { type Edit, splice } from '../../json/splice/splice.ts'
import type { Receipt } from '../../ledger/receipt.ts'
import { inTurns } from '../../runtime/pieces.ts'
import type { Deployment } from '../deployment.ts'
import { reservedMilliseconds } from '../forward.ts'
import type { Ports } from '../ports.ts'
import { receiptHead } from '../receipt/receipt-head.ts'
import { settleReceipt } from '../receipt/settle-receipt.ts'
import { type RequestOptions, readRequestOptions } from '../request/request-options.ts'
import { type Stopwatch, stopwatch } from '../stopwatch.ts'
import { type DirectRequest, readDirectRequest } from './direct-transcript.ts'

/** SageMaker answers within 60 s or not at all. */
const compressorMilliseconds = 55_000

const editsOf = (request: DirectRequest, results: BatchReply['results']): Edit[] =>
  request.contents.flatMap(({ node, text }, index) => {
    const result = results[index]
    return result === undefined || 'abstained' in result ? [] : [{ node, text, kept: result.kept }]
  })

interface Counts {
  readonly before: number
  readonly after: number
  readonly shortened: number
  readonly floorReached: boolean
  readonly uncounted: boolean
}

const countsOf = (results: BatchReply['results']): Counts =>
  results.reduce<Counts>(
    (sum, result) => ({
      before: sum.before + result.tokens_before,
      after: sum.after + ('abstained' in result ? result.tokens_before : result.tokens_after),
      shortened: sum.shortened + ('abstained' in result || result.tokens_after === result.tokens_before ? 0 : 1),
      floorReached: sum.floorReached || ('floor_reached' in result && result.floor_reached),
      uncounted: sum.uncounted || ('abstained' in result && result.tokens_before === 0 && result.abstained !== 'empty'),
    }),
    { before: 0, after: 0, shortened: 0, floorReached: false, uncounted: false },
  )

/** A share, to four digits. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000

/** Why nothing is shorter, where a text is in a language that the engine leaves alone. */
const reasonOf = (results: BatchReply['results']): 'language-not-covered' | undefined =>
  results.some((result) => 'abstained' in result && result.abstained === 'language-not-covered')
    ? 'language-not-covered'
    : undefined

const receiptOf = (
  inbound: Inbound,
  grant: Grant,
  options: RequestOptions,
  request: DirectRequest,
  answer: { status: number; reply?: BatchReply; reason?: string },
  steps: Readonly<Record<string, number>>,
): Receipt => {
  const counts = countsOf(answer.reply?.results ?? [])
  const saved = counts.before - counts.after
  return {
    ...receiptHead(inbound, grant, options),
    route: 'compress',
    model: request.model,
    ...(answer.reply?.engineVersion === undefined ? {} : { engineVersion: answer.reply.engineVersion }),
    outcome: counts.shortened > 0 ? 'compacted' : 'verbatim',
    ...defined({ reason: answer.reason ?? (counts.shortened > 0 ? undefined : reasonOf(answer.reply?.results ?? [])) }),
    status: answer.status,
    segmentsCompacted: counts.shortened,
    tokensSaved: saved,
    tokensBefore: counts.before,
    tokensAfter: counts.after,
    effectiveTokensBefore: counts.before,
    effectiveTokensAfter: counts.after,
    cacheRewriteTokens: 0,
    estimated: counts.uncounted || answer.reply === undefined,
    // Rounded: DynamoDB takes no number below 1e-130, and a receipt that it refuses is lost.
    ...(request.rate === undefined ? {} : { rateAsked: rounded(request.rate) }),
    ...(counts.before === 0 ? {} : { rateReached: rounded(saved / counts.before) }),
    floorReached: counts.floorReached,
    millisecondsPerStep: steps,
  }
}

/** Throws `Refusal` where nobody was asked. */
const compressed = async (inbound: Inbound, grant: Grant, watch: Stopwatch, ports: Ports): Promise<Reply> => {
  if (inbound.method !== 'POST')
    throw new Refusal('method-not-allowed', 'Use POST on this path.', { headers: { allow: 'POST' } })
  if (inbound.headers['content-encoding'] !== undefined)
    throw new Refusal('request-invalid', 'The request body must not be encoded: leave Content-Encoding out.')
  const options = readRequestOptions(inbound.headers)
  const reading = readDirectRequest(inbound.body, ports.compressor.available)
  const request = await inTurns(reading, ports, Number.POSITIVE_INFINITY)
  watch.lap('read')

  const settle = (answer: Parameters<typeof receiptOf>[4]): Promise<void> =>
    settleReceipt(receiptOf(inbound, grant, options, request, answer, watch.steps), ports)
  const patience = ports.alarm(Math.min(compressorMilliseconds, inbound.deadline - reservedMilliseconds - ports.now()))
  let reply: BatchReply | undefined
  try {
    const parameters =
      request.rate === undefined ? { engine: request.model } : { engine: request.model, rate: request.rate }
    const texts = request.contents.map(({ text }) => text)
    reply = await compressAll(ports.compressor, texts, parameters, patience.signal)
    const messages = splice(request.tape, editsOf(request, reply.results))
    watch.lap('compress')
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      cookies: [],
      body: `{"model":${JSON.stringify(request.model)},"messages":${messages}}`,
      settle: () => settle({ status: 200, ...defined({ reply }) }),
    }
  } catch (error) {
    const refusal = new Refusal('service-unavailable', 'The compressor cannot be used right now. Try again shortly.', {
      cause: error,
      retryAfterSeconds: outageRetryAfterSeconds,
    })
    const reached = reply !== undefined || (error instanceof CompressorFailed && error.reached)
    if (!reached) throw refusal
    watch.lap('compress')
    const reason = patience.signal.aborted ? 'compressor-timeout' : 'compressor-failed'
    return { ...refusalReply(refusal), settle: () => settle({ status: refusal.status, reason }) }
  } finally {
    patience.clear()
  }
}

/**
 * The pipeline of the direct endpoint. N messages in, N messages out, in order; only `content` may be shorter.
 * Throws `Refusal`; an exchange that reached the compressor has a receipt even when it ends in 503.
 */
export const compressTranscript =
  ({ ports, underWay }: Pick<Deployment, 'ports' | 'underWay'>) =>
  async (inbound: Inbound): Promise<Reply> => {
    const watch = stopwatch(ports.elapsed)
    const grant = await authenticate(inbound.headers, ports, inbound.receivedAt)
    authorise(grant, 'compress', inbound.headers)
    watch.lap('authenticate')
    return underWay.run(grant.account.accountId, async () => {
      await limit(grant, inbound, ports.counters)
      watch.lap('limit')
      return compressed(inbound, grant, watch, ports)
    })
  }
