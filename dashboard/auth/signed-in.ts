// Who asks: the session behind the cookie, and what its person may do in an account.

import type { AccountSettings } from '../../core/access/account.ts'
import { Refusal } from '../../core/http/refusal.ts'
import { isAlive, isToBeNoted, sessionHash } from '../../core/people/browser-session.ts'
import { type Permission, permissionsOf } from '../../core/people/roles.ts'
import { type Asked, cookieOf } from '../http.ts'
import type { Ports } from '../ports.ts'
import { cookieNames } from './cookies.ts'

/** The person who is signed in. Throws `Refusal` 401. */
export const signedIn = async (asked: Asked, { browserSessions, settings }: Ports): Promise<string> => {
  const cookie = cookieOf(asked, cookieNames(settings.dashboardUrl).session)
  const session = cookie === undefined ? undefined : await browserSessions.find(sessionHash(cookie))
  if (session === undefined || !isAlive(session, asked.now))
    throw new Refusal('not-signed-in', 'You are not signed in, or your session has ended.')
  // A note of use ends nothing.
  if (isToBeNoted(session, asked.now))
    await browserSessions.touch(session.sessionHash, asked.now).catch(() => undefined)
  return session.personId
}

export interface Membership {
  readonly personId: string
  readonly account: AccountSettings
  readonly role: string
  readonly permissions: readonly Permission[]
}

const missing: Readonly<Partial<Record<Permission, string>>> = {
  'list-keys': 'A personal account has no API key: use the command line.',
  'revoke-own-key': 'A personal account has no API key: use the command line.',
  'generate-key': 'A personal account has no API key: use the command line.',
}

/**
 * What a person may do in an account. Throws `Refusal`: 404 for an account that is not there or not theirs, which must not be
 * told apart, and 403 without the permission.
 */
export const membership = async (
  personId: string,
  accountId: string,
  permission: Permission,
  { members, accounts }: Ports,
): Promise<Membership> => {
  const member = await members.find(accountId, personId)
  const account = member === undefined ? undefined : await accounts.find(accountId)
  if (member === undefined || account === undefined) throw new Refusal('not-found', 'There is no such account.')
  const permissions = permissionsOf(member.role, account.kind)
  if (!permissions.includes(permission)) {
    const why = account.kind === 'personal' ? missing[permission] : undefined
    throw new Refusal('not-permitted', why ?? 'Your role in this account does not allow this.')
  }
  return { personId, account, role: member.role, permissions }
}
