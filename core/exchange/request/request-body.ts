// Judges a proxied body and reads what it says. What is no JSON object is refused; what we do not understand goes through.

import type { Account } from '../../access/account.ts'
import { cachePricesOf } from '../../caches/rows.ts'
import type { SentConversation } from '../../chain/remember/sent-conversation.ts'
import { defined } from '../../collections/defined.ts'
import { nothingToDecide } from '../../compaction/background/decide-in-background.ts'
import { compact } from '../../compaction/compact.ts'
import type { Compaction } from '../../compaction/compaction.ts'
import { type Reading, read } from '../../compaction/reading.ts'
import { Refusal } from '../../http/refusal.ts'
import { JsonKind, scanBody } from '../../json/scan.ts'
import { validUtf8 } from '../../json/utf8.ts'
import { inTurns, pauses } from '../../runtime/pieces.ts'
import { lookedAt } from '../../transcript/result-segment.ts'
import type { Deployment, ProxyRoute } from '../deployment.ts'
import type { JudgedRequest } from './judged-request.ts'
import { looksCompacted } from './served-paths.ts'

/** What is forwarded first, and the body as it was received: the same one where nothing was taken out. */
export type CompactedBody = Omit<Compaction, 'body'> & {
  readonly body: string | Uint8Array
  readonly received: string | Uint8Array
}

/** More values, and names of members among them, than any conversation has: each takes time, in every step. */
export const mostValues = 250_000

/** Whose conversations are compared with a body. */
const ownerOf = ({ dialect }: ProxyRoute, { accountId }: Account): string => `${dialect?.id} ${accountId}`

/** Why nothing is known of a body, although it may be one of its dialect: it travels unread, and the provider judges it. */
type Unread = 'too-much-to-read' | 'read-failed'

/** Ignores failures: the next request reads everything, or this one is not read, or leaves no record. */
const attempted = <Result>(work: () => Result): Result | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Where everything stands in the body, and what it begins with that was read before. Without a tape it is no JSON text. */
const scanned = (
  { route, inbound: { body }, grant: { account } }: Pick<JudgedRequest, 'route' | 'inbound' | 'grant'>,
  prefixes: Deployment['prefixes'],
): Partial<Pick<Reading, 'prefix'>> & { readonly tape?: ReturnType<typeof scanBody> } => {
  const bytes = validUtf8(body)
  if (bytes === undefined) return {}
  const prefix = prefixes.find(ownerOf(route, account), bytes)
  const tape = scanBody(bytes, mostValues, prefix?.scanned, typeof body === 'string' ? body : undefined)
  return { tape, ...defined({ prefix }) }
}

/**
 * What the body of the route's dialect says, and the conversation that it continues. `undefined` for encoded bodies and
 * routes without a dialect: nothing is read there. `isRead`: called once the body is read, before its
 * conversation is looked for. Throws `Refusal` 400 for what is no JSON object.
 */
export const readBody = async (
  request: JudgedRequest,
  { ports, prefixes }: Pick<Deployment, 'ports' | 'prefixes'>,
  isRead: () => void,
): Promise<Reading | Unread | undefined> => {
  const { route, inbound, grant, options, target, upstream } = request
  const { account } = grant
  const { dialect } = route
  if (dialect === undefined || inbound.headers['content-encoding'] !== undefined) return undefined

  const pause = pauses(ports)
  const scan = attempted(() => scanned(request, prefixes))
  if (scan === undefined) return 'read-failed'
  const { tape, prefix } = scan
  if (tape === 'too-many') return 'too-much-to-read'
  if (tape === undefined) throw new Refusal('request-invalid', 'The request body is not valid JSON.')
  if (tape.cells[0] !== JsonKind.Object) throw new Refusal('request-invalid', 'The request body must be a JSON object.')
  await pause()

  return read({
    tape,
    path: target.rest,
    dialect,
    policy: account.compaction,
    header: options.compaction,
    isNamed: options.isNamed,
    chainSecret: account.chainSecret,
    chains: ports.chains,
    upstreamHost: upstream.host,
    cachePrices: (model) => cachePricesOf(target.provider.prices, model, upstream.elsewhere),
    now: inbound.receivedAt,
    pace: ports,
    prefix,
    isRead,
  })
}

/**
 * What the next request and this one's record need, worked out while the upstream is, once it has the body: what was read is remembered,
 * with what was worked out of its values meanwhile. Resolves with what this request leaves; nothing where it leaves no record. Never rejects.
 */
export const behindBody = async (
  { route, grant: { account } }: Pick<JudgedRequest, 'route' | 'grant'>,
  reading: Reading | Unread | undefined,
  { sent }: Pick<CompactedBody, 'sent'>,
  { ports, prefixes }: Pick<Deployment, 'ports' | 'prefixes'>,
): Promise<SentConversation | undefined> => {
  if (typeof reading !== 'object') return undefined
  const { transcript, chain, prefix } = reading
  if (transcript === undefined || chain === undefined) return undefined
  await ports.rest()
  // What is remembered says what each result is. To look at all of them at once would keep others waiting.
  await inTurns(lookedAt(transcript.segments), ports, Number.POSITIVE_INFINITY).catch(() => {})
  attempted(() => prefixes.remember(ownerOf(route, account), transcript, chain.heads.digests, prefix))
  return attempted(() => sent?.())
}

type AskedFor = Pick<JudgedRequest, 'route' | 'inbound' | 'target' | 'grant'>

/** Why a request whose like is compacted was not even read; nothing where there is nothing to explain. */
const whyUnread = ({ route, inbound: { method, headers }, target }: AskedFor): { reason?: string } => {
  if (route.dialect === undefined) return looksCompacted(method, target) ? { reason: 'path-not-compacted' } : {}
  return headers['content-encoding'] === undefined ? {} : { reason: 'body-encoded' }
}

/** The body, compacted as the account and the request wish; untouched where nothing was read. */
export const compactBody = async (
  request: AskedFor,
  reading: Reading | Unread | undefined,
  { ports, memory, backgroundSlots: shared, arrivalMilliseconds }: Deployment,
): Promise<CompactedBody> => {
  if (typeof reading !== 'object') {
    const { body } = request.inbound
    const unread = { body, received: body, decideInBackground: nothingToDecide }
    return reading === undefined
      ? { ...unread, outcome: 'verbatim', ...whyUnread(request) }
      : { ...unread, outcome: 'failed-open', reason: reading }
  }
  const deadline = () => ports.alarm(arrivalMilliseconds)
  const { compressor, chains } = ports
  const { accountId: owner } = request.grant.account
  const backgroundSlots = shared.of(owner)
  const compaction = await compact({
    reading,
    compressor,
    memory,
    owner,
    backgroundSlots,
    chains,
    deadline,
    pace: ports,
  })
  return { ...compaction, received: reading.tape.bytes ?? request.inbound.body }
}
