// The endpoints of a service for its command line.

import { hasMembers, type JsonObject } from '../../core/json/object.ts'
import type { CliMe } from '../../dashboard/cli-answers.ts'
import type { Session, Usage } from '../../dashboard/page/data/types.ts'
import { Failed } from '../world/faults.ts'
import { isOlder, latestLine, manifest } from '../world/version.ts'
import type { World } from '../world/world.ts'
import { anotherToken, isOfEnvironment, type Service, tokenOfEnvironment } from './current.ts'
import { unreachedReason } from './unreached.ts'

const patienceMilliseconds = 15_000

/** Nobody answers at the service's address, or somebody else does. */
export class Unreachable extends Failed {}

/** The address is the one that agents send their requests to, and the dashboard has another. */
export class BaseUrl extends Unreachable {
  readonly dashboardUrl: string

  constructor(origin: string, dashboardUrl: string) {
    super(`${origin} is the base URL, where agents send their requests. The dashboard is at ${dashboardUrl}.`)
    this.dashboardUrl = dashboardUrl
  }
}

/** The token has been revoked or has expired. */
export class SignedOut extends Failed {}

/** The service has no answers any more that this command understands. */
export class TooOld extends Failed {
  /** The line that runs the current one. */
  readonly latest: string

  constructor(url: string, latest: string) {
    super(`This command is too old for ${url}. Run: ${latest}`)
    this.latest = latest
  }
}

export const strange = (origin: string): Unreachable =>
  new Unreachable(`${origin} does not answer as this service does.`)

/** Where the dashboard is, as a 401 of the base URL says. */
const dashboardIn = ({ error }: JsonObject): string | undefined => {
  const named = hasMembers(error) ? error.dashboard_url : undefined
  return typeof named === 'string' && URL.canParse(named) ? new URL(named).origin : undefined
}

/** Any answer of a service with its document. Throws `Unreachable`. */
export const answerOf = async (
  world: Pick<World, 'fetch'>,
  address: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly document: JsonObject }> => {
  const { origin } = new URL(address)
  let answer: Response
  try {
    answer = await world.fetch(address, {
      // To stop at a redirect by "error" would also fail, without a word, where the front asks for another name (421).
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMilliseconds),
      ...init,
    })
  } catch (error) {
    const reason = unreachedReason(error)
    throw new Unreachable(`The service at ${origin} cannot be reached${reason === undefined ? '' : `: ${reason}`}.`, {
      cause: error,
    })
  }
  if (answer.status >= 300 && answer.status < 400)
    throw new Unreachable(`The service at ${origin} cannot be reached: it sends elsewhere.`)
  const document: unknown = await answer.json().catch(() => undefined)
  if (!hasMembers(document)) throw strange(origin)
  const dashboardUrl = dashboardIn(document)
  if (answer.status === 401 && dashboardUrl !== undefined) throw new BaseUrl(origin, dashboardUrl)
  return { status: answer.status, document }
}

/** What a refusal says. */
export const messageOf = (document: JsonObject): string =>
  hasMembers(document.error) && typeof document.error.message === 'string'
    ? document.error.message
    : 'The service refused, and did not say why.'

/** The document; nothing where there is none. */
const read = async (
  world: World,
  { url, token }: Service,
  path: string,
  patience = patienceMilliseconds,
): Promise<unknown> => {
  const { status, document } = await answerOf(world, url + path, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(patience),
  })
  if (status === 200) return document
  if (status === 404) return undefined
  if (status === 401)
    throw new SignedOut(
      isOfEnvironment(world, token)
        ? `The token of ${tokenOfEnvironment} has ended at ${url}. ${anotherToken}.`
        : `Your sign-in at ${url} has ended. Sign in again: compaction login ${url}`,
    )
  throw new Failed(messageOf(document))
}

/** Who this token belongs to, and what it may do. `patience`: milliseconds. All of these throw `Failed`. */
export const askMe = async (world: World, service: Service, patience?: number): Promise<CliMe> => {
  const me = await read(world, service, '/api/cli/me', patience)
  if (me === undefined) throw strange(service.url)
  const known = me as CliMe
  if (isOlder(manifest().version, known.minimumCli))
    throw new TooOld(service.url, latestLine(service.url, known.version))
  return known
}

/** What a session has saved so far; nothing before its first exchange is counted. */
export const askSession = async (world: World, service: Service, sessionId: string): Promise<Session | undefined> =>
  (await read(world, service, `/api/cli/sessions/${encodeURIComponent(sessionId)}`)) as Session | undefined

export interface SavingsQuery {
  /** `7d`, or a day such as `2026-11-01`: at most 92 days. */
  readonly since: string
  /** Time zone of days: `Europe/Berlin`. */
  readonly tz: string
  readonly by?: string
}

export const askSavings = async (world: World, service: Service, query: SavingsQuery): Promise<Usage> =>
  (await read(world, service, `/api/cli/savings?${new URLSearchParams({ ...query })}`)) as Usage
