// The endpoints of a service for its command line.

import { hasMembers, type JsonObject } from '../../core/json/object.ts'
import type { CliMe } from '../../dashboard/cli-answers.ts'
import type { Session, Usage } from '../../dashboard/page/data/types.ts'
import { Failed } from '../world/faults.ts'
import { isOlder, latestLine, manifest } from '../world/version.ts'
import type { World } from '../world/world.ts'
import { credentialsPath, currentSignIn, NoSignIn, serviceUrl } from './credentials.ts'
import { unreachedReason } from './unreached.ts'
import { type Route, tokenVariable } from './variables.ts'

const patienceMilliseconds = 15_000

/** A service and the token that it knows this person by. */
export interface Service {
  /** The dashboard's origin. */
  readonly url: string
  readonly token: string
}

/** Nobody answers at the service's address, or somebody else does. */
export class Unreachable extends Failed {}

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

/** Which line signs in: an address that the environment or this package names need not be given. */
export const signInLine = (
  { COMPACTION_URL: url }: World['environment'],
  service: string | undefined = manifest().service,
): string =>
  (url === undefined || url === '') && service === undefined
    ? 'compaction login URL-OF-THE-DASHBOARD'
    : 'compaction login'

const urlVariable = 'COMPACTION_URL'
/** Where they stand. */
export const urlOfEnvironment = `${urlVariable} in the environment`
export const tokenOfEnvironment = `${tokenVariable} in the environment`

/** What is to be done when the environment's token is not good. */
export const anotherToken = `Unset ${tokenVariable}, or give it a new token`

/** What is to be done when the environment's address is not the service's. */
export const anotherUrl = `Set ${urlVariable} to the dashboard's address`

/** Why no service can be told. `token` and `url`: of the environment, or empty. */
const noService = (world: World, token: string, url: string): NoSignIn => {
  const signIn = `Sign in: ${signInLine(world.environment)}`
  if (token !== '')
    return new NoSignIn(`${tokenVariable} is set, and nothing says for which service.`, tokenOfEnvironment, anotherUrl)
  if (url === '') return new NoSignIn('You are not signed in.', credentialsPath(world), signIn)
  return new NoSignIn(`You are not signed in at ${url}, which ${urlVariable} names.`, urlOfEnvironment, signIn)
}

/**
 * The service that commands act on: of `COMPACTION_TOKEN` and `COMPACTION_URL`, otherwise of the sign-in that is kept. Throws
 * `Failed` where there is none.
 */
export const currentService = (world: World): Service => {
  const { COMPACTION_TOKEN: token = '', COMPACTION_URL: url = '' } = world.environment
  // A service key is easily taken for a token, and would be told as one that has ended.
  if (token !== '' && !/^pt_[0-9A-Za-z]+$/.test(token))
    throw new NoSignIn(
      `${tokenVariable} holds no token: pt_ and 49 letters and digits.`,
      tokenOfEnvironment,
      anotherToken,
    )
  if (token !== '' && url !== '') return { url: serviceUrl(url), token }
  const signIn = currentSignIn(world)
  if (signIn === undefined) throw noService(world, token, url)
  return { url: signIn.url, token: token || signIn.token }
}

/** Whether a token is the environment's, which wins over every sign-in: to sign in again would change nothing. */
export const isOfEnvironment = ({ environment }: Pick<World, 'environment'>, token: string): boolean =>
  token === environment[tokenVariable]

export const strange = (origin: string): Unreachable =>
  new Unreachable(`${origin} does not answer as this service does.`)

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
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMilliseconds),
      ...init,
    })
  } catch (error) {
    const reason = unreachedReason(error)
    throw new Unreachable(`The service at ${origin} cannot be reached${reason === undefined ? '' : `: ${reason}`}.`, {
      cause: error,
    })
  }
  const document: unknown = await answer.json().catch(() => undefined)
  if (!hasMembers(document)) throw strange(origin)
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

/** Where agents send their requests, and what they send along: no token of the environment that has ended. */
export const currentRoute = async (world: World): Promise<Route> => {
  const service = currentService(world)
  const { token } = service
  const signIn = currentSignIn(world)
  // The service of a token from the environment may be another one than the kept sign-in's.
  const kept = signIn?.url === service.url ? signIn.baseUrl : undefined
  if (kept !== undefined && !isOfEnvironment(world, token)) return { baseUrl: kept, token }
  try {
    return { baseUrl: (await askMe(world, service)).baseUrl, token }
  } catch (error) {
    // Whether the token is good nobody can say then; where the service is, the sign-in knows.
    if (kept === undefined || !(error instanceof Unreachable)) throw error
    return { baseUrl: kept, token }
  }
}

export interface SavingsQuery {
  /** `7d`, or a day such as `2026-11-01`: at most 92 days. */
  readonly since: string
  /** Time zone of days: `Europe/Berlin`. */
  readonly tz: string
  readonly by?: string
}

export const askSavings = async (world: World, service: Service, query: SavingsQuery): Promise<Usage> =>
  (await read(world, service, `/api/cli/savings?${new URLSearchParams({ ...query })}`)) as Usage
