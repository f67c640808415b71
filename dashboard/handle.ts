// A request to the dashboard: which route, from which site, by whom, and what comes of it. Every answer carries the same headers.

import { Refusal, refusalBody, refusalHeaders } from '../core/http/refusal.ts'
import { outageRetryAfterSeconds } from '../core/http/retry-after.ts'
import { StoreUnreachable } from '../core/runtime/store-unreachable.ts'
import type { Handler } from './api/call.ts'
import { generateKey, keys, revokeKey } from './api/keys/keys.ts'
import { revokeToken, tokens } from './api/keys/tokens.ts'
import { cliMe, cliSavings, cliSession, type TokenHandler } from './api/machines/cli.ts'
import { approveDevice, denyDevice, device } from './api/machines/device.ts'
import { invitation, join, me, type PersonHandler } from './api/people/me.ts'
import { audit, changeRole, invite, members, removeMember, withdrawInvitation } from './api/people/members.ts'
import { exchanges, exchangesCsv, overview, session, sessions, sessionsCsv } from './api/savings/savings.ts'
import { ledger, ledgerCsv, usage, usageCsv } from './api/savings/usage.ts'
import { changeSettings, settings } from './api/settings.ts'
import { bearer } from './auth/bearer.ts'
import { callback, signIn, signOut } from './auth/sign-in.ts'
import { membership, signedIn } from './auth/signed-in.ts'
import { cliPackage } from './files/cli-package.ts'
import type { Answer, Asked } from './http.ts'
import { authorizationServer, deviceAuthorization, oauthRevoke, oauthToken } from './oauth/device.ts'
import { hasScreen } from './page/data/paths.ts'
import type { Ports } from './ports.ts'
import {
  type AnyoneRoute,
  type Matched,
  type MemberRoute,
  type PersonRoute,
  type ProgramRoute,
  routesOf,
  type TokenRoute,
} from './routes.ts'
import { requireSameOrigin } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'

const forAnyone: Readonly<Record<AnyoneRoute | ProgramRoute, (asked: Asked, ports: Ports) => Promise<Answer>>> = {
  'sign-in': signIn,
  callback,
  'sign-out': signOut,
  'cli-package': cliPackage,
  'authorization-server': authorizationServer,
  'device-authorization': deviceAuthorization,
  'oauth-token': oauthToken,
  'oauth-revoke': oauthRevoke,
}
const forTokens: Readonly<Record<TokenRoute, TokenHandler>> = {
  'cli-me': cliMe,
  'cli-session': cliSession,
  'cli-savings': cliSavings,
}
const forPersons: Readonly<Record<PersonRoute, PersonHandler>> = {
  me,
  invitation,
  join,
  device,
  'approve-device': approveDevice,
  'deny-device': denyDevice,
}
const forMembers: Readonly<Record<MemberRoute, Handler>> = {
  overview,
  sessions,
  'sessions-csv': sessionsCsv,
  session,
  exchanges,
  'exchanges-csv': exchangesCsv,
  usage,
  'usage-csv': usageCsv,
  ledger,
  'ledger-csv': ledgerCsv,
  keys,
  'generate-key': generateKey,
  'revoke-key': revokeKey,
  tokens,
  'revoke-token': revokeToken,
  settings,
  'change-settings': changeSettings,
  members,
  invite,
  'change-role': changeRole,
  'remove-member': removeMember,
  'withdraw-invitation': withdrawInvitation,
  audit,
}

const isNameOf = <Name extends string>(map: Readonly<Record<Name, unknown>>, name: string): name is Name =>
  Object.hasOwn(map, name)

const run = async ({ route, parameters }: Matched, asked: Asked, ports: Ports): Promise<Answer> => {
  const { name, access } = route
  if (isNameOf(forAnyone, name)) return forAnyone[name](asked, ports)
  if (isNameOf(forTokens, name)) return forTokens[name]({ ...(await bearer(asked, ports)), asked, parameters, ports })
  const personId = await signedIn(asked, ports)
  if (isNameOf(forPersons, name)) return forPersons[name]({ personId, asked, parameters, ports })
  if (access.to !== 'member') throw new Refusal('not-found', 'There is nothing here.')
  const member = await membership(personId, parameters.account ?? '', access.may, ports)
  return forMembers[name]({ ...member, asked, parameters, ports })
}

const assetPrefix = '/assets/'

/** The page itself, wherever its own router leads to, and what it loads. */
const pageAnswer = ({ path }: Asked, { page }: Ports): Answer => {
  if (!path.startsWith(assetPrefix))
    return {
      status: hasScreen(path) ? 200 : 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      cookies: [],
      body: page.html,
    }
  const asset = page.assets.get(path.slice(assetPrefix.length))
  if (asset === undefined) throw new Refusal('not-found', 'There is no such file.')
  const headers = { 'content-type': asset.type, 'cache-control': 'public, max-age=31536000, immutable' }
  return { status: 200, headers, cookies: [], body: asset.body }
}

/**
 * To a client that sends what the page never sends: most likely an agent that has the dashboard's address as its base URL. Says where that
 * stands and not what it is, which an account may keep within its own network.
 */
const noBaseUrl = ({ dashboardUrl }: Ports['settings']): Refusal =>
  new Refusal(
    'method-not-allowed',
    `This is the dashboard, not the base URL. It shows the base URL where a key is generated: ${dashboardUrl}`,
    // The page is where no route is.
    { headers: { allow: 'GET, HEAD' } },
  )

const allowed = (matching: readonly Matched[]): string => {
  const methods = new Set<string>(matching.map(({ route }) => route.method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].join(', ')
}

const answerTo = async (asked: Asked, ports: Ports): Promise<Answer> => {
  const matching = routesOf(asked.path)
  const method = asked.method === 'HEAD' ? 'GET' : asked.method
  if (matching.length === 0 && method !== 'GET') throw noBaseUrl(ports.settings)
  const matched = matching.find(({ route }) => route.method === method)
  // A program sends no cookie, and no header of a browser's either.
  const isProgram = matched?.route.access.to === 'program' || matched?.route.access.to === 'token'
  if (!isProgram) requireSameOrigin(asked, ports.settings.dashboardUrl)
  if (matched !== undefined) return run(matched, asked, ports)
  if (matching.length > 0)
    throw new Refusal('method-not-allowed', 'This method is not allowed here.', {
      headers: { allow: allowed(matching) },
    })
  if (/^\/(api|auth|cli|oauth|\.well-known)(\/|$)/.test(asked.path))
    throw new Refusal('not-found', 'There is nothing here.')
  return pageAnswer(asked, ports)
}

/** Tables may fail between two writes, or behind one. */
const inPart = ' What you asked for may have been done in part: look before you repeat it.'

const refusalFrom = (error: unknown, isChange: boolean): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof StoreUnreachable)
    return new Refusal('service-unavailable', `The tables cannot be asked right now.${isChange ? inPart : ''}`, {
      cause: error,
      retryAfterSeconds: outageRetryAfterSeconds,
    })
  return new Refusal('internal', 'The dashboard failed on this request.', { cause: error })
}

/** Never rejects. */
export const handle = async (asked: Asked, ports: Ports): Promise<Answer> => {
  const headers = securityHeaders(ports.settings.dashboardUrl)
  const answer = await answerTo(asked, ports).catch((error: unknown): Answer => {
    const refusal = refusalFrom(error, asked.method === 'POST' || asked.method === 'PATCH')
    const cause = refusal.cause instanceof Error ? refusal.cause.name : undefined
    if (refusal.status >= 500) ports.log.error('dashboard failed', { code: refusal.code, cause })
    return { status: refusal.status, headers: refusalHeaders(refusal), cookies: [], body: refusalBody(refusal) }
  })
  const body = asked.method === 'HEAD' ? '' : answer.body
  return { ...answer, body, headers: { ...headers, ...answer.headers } }
}
