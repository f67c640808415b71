// Every route of the dashboard once, as data: what it is called, what it takes, and who may use it. The tests read it to try each
// route with every role and from every site.

import type { Permission } from '../core/people/roles.ts'

export type Access =
  | { readonly to: 'anyone' }
  /** Any program, without a cookie: whatever site a request of it comes from, it changes nothing for who is signed in. */
  | { readonly to: 'program' }
  /** Who holds a token. */
  | { readonly to: 'token' }
  /** Who is signed in. */
  | { readonly to: 'person' }
  /** A member of the account in the path with this permission. Others do not learn whether there is such an account. */
  | { readonly to: 'member'; readonly may: Permission }

export interface Route {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** `:name` is one segment. */
  readonly path: string
  readonly access: Access
}

const anyone: Access = { to: 'anyone' }
const program: Access = { to: 'program' }
const token: Access = { to: 'token' }
const person: Access = { to: 'person' }
const member = (may: Permission): Access => ({ to: 'member', may })
const account = '/api/accounts/:account'

export const routes = [
  { name: 'sign-in', method: 'GET', path: '/auth/sign-in', access: anyone },
  { name: 'callback', method: 'GET', path: '/auth/callback', access: anyone },
  { name: 'sign-out', method: 'POST', path: '/auth/sign-out', access: anyone },
  { name: 'cli-package', method: 'GET', path: '/cli/compaction.tgz', access: program },
  { name: 'authorization-server', method: 'GET', path: '/.well-known/oauth-authorization-server', access: program },
  { name: 'device-authorization', method: 'POST', path: '/oauth/device_authorization', access: program },
  { name: 'oauth-token', method: 'POST', path: '/oauth/token', access: program },
  { name: 'oauth-revoke', method: 'POST', path: '/oauth/revoke', access: program },
  { name: 'cli-me', method: 'GET', path: '/api/cli/me', access: token },
  { name: 'cli-session', method: 'GET', path: '/api/cli/sessions/:session', access: token },
  { name: 'cli-savings', method: 'GET', path: '/api/cli/savings', access: token },
  { name: 'device', method: 'GET', path: '/api/device/:code', access: person },
  { name: 'approve-device', method: 'POST', path: '/api/device/:code/approve', access: person },
  { name: 'deny-device', method: 'POST', path: '/api/device/:code/deny', access: person },
  { name: 'me', method: 'GET', path: '/api/me', access: person },
  { name: 'invitation', method: 'GET', path: '/api/join/:invitation', access: person },
  { name: 'join', method: 'POST', path: '/api/join/:invitation', access: person },
  { name: 'overview', method: 'GET', path: `${account}/overview`, access: member('see-savings') },
  { name: 'sessions', method: 'GET', path: `${account}/sessions`, access: member('see-savings') },
  { name: 'sessions-csv', method: 'GET', path: `${account}/sessions.csv`, access: member('see-savings') },
  { name: 'session', method: 'GET', path: `${account}/sessions/:session`, access: member('see-savings') },
  { name: 'exchanges', method: 'GET', path: `${account}/sessions/:session/exchanges`, access: member('see-savings') },
  {
    name: 'exchanges-csv',
    method: 'GET',
    path: `${account}/sessions/:session/exchanges.csv`,
    access: member('see-savings'),
  },
  { name: 'usage', method: 'GET', path: `${account}/usage`, access: member('see-savings') },
  { name: 'usage-csv', method: 'GET', path: `${account}/usage.csv`, access: member('see-savings') },
  { name: 'ledger', method: 'GET', path: `${account}/ledger`, access: member('see-savings') },
  { name: 'ledger-csv', method: 'GET', path: `${account}/ledger.csv`, access: member('see-savings') },
  { name: 'keys', method: 'GET', path: `${account}/keys`, access: member('list-keys') },
  { name: 'generate-key', method: 'POST', path: `${account}/keys`, access: member('generate-key') },
  { name: 'revoke-key', method: 'POST', path: `${account}/keys/:key/revoke`, access: member('revoke-own-key') },
  { name: 'tokens', method: 'GET', path: `${account}/tokens`, access: member('own-tokens') },
  { name: 'revoke-token', method: 'POST', path: `${account}/tokens/:token/revoke`, access: member('own-tokens') },
  { name: 'settings', method: 'GET', path: `${account}/settings`, access: member('see-settings') },
  { name: 'change-settings', method: 'PATCH', path: `${account}/settings`, access: member('change-settings') },
  { name: 'members', method: 'GET', path: `${account}/members`, access: member('manage-members') },
  { name: 'invite', method: 'POST', path: `${account}/members`, access: member('manage-members') },
  { name: 'change-role', method: 'POST', path: `${account}/members/:person/role`, access: member('manage-members') },
  {
    name: 'remove-member',
    method: 'POST',
    path: `${account}/members/:person/remove`,
    access: member('manage-members'),
  },
  {
    name: 'withdraw-invitation',
    method: 'POST',
    path: `${account}/invitations/:invitation/remove`,
    access: member('manage-members'),
  },
  { name: 'audit', method: 'GET', path: `${account}/audit`, access: member('see-audit') },
] as const satisfies readonly Route[]

type Routes = (typeof routes)[number]
export type RouteName = Routes['name']
/** Says of names that there are such routes. */
type NameOf<Name extends RouteName> = Name
export type AnyoneRoute = NameOf<'sign-in' | 'callback' | 'sign-out'>
export type ProgramRoute = NameOf<
  'cli-package' | 'authorization-server' | 'device-authorization' | 'oauth-token' | 'oauth-revoke'
>
export type TokenRoute = NameOf<'cli-me' | 'cli-session' | 'cli-savings'>
export type PersonRoute = NameOf<'me' | 'invitation' | 'join' | 'device' | 'approve-device' | 'deny-device'>
export type MemberRoute = Exclude<RouteName, AnyoneRoute | ProgramRoute | TokenRoute | PersonRoute>

export type Parameters = Readonly<Record<string, string>>

const parametersOf = (pattern: string, path: string): Parameters | undefined => {
  const wanted = pattern.split('/')
  const found = path.split('/')
  if (wanted.length !== found.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = found[index] ?? ''
    if (segment.startsWith(':') && value !== '') parameters[segment.slice(1)] = value
    else if (segment !== value) return undefined
  }
  return parameters
}

export interface Matched {
  readonly route: Routes
  readonly parameters: Parameters
}

/** The routes whose path this is, whatever their methods. Segments are compared as they came. */
export const routesOf = (path: string): readonly Matched[] =>
  routes.flatMap((route) => {
    const parameters = parametersOf(route.path, path)
    return parameters === undefined ? [] : [{ route, parameters }]
  })
