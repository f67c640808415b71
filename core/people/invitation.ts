// A link that makes the person who opens it a member: once, for seven days. Only its digest is kept.

import { createHash } from 'node:crypto'
import type { AccountSettings } from '../access/account.ts'
import { accountName } from '../access/account-name.ts'
import { base62Of32Bytes } from '../text/base62.ts'
import { isRole, permissionsOf, type Role } from './roles.ts'

export interface Invitation {
  readonly accountId: string
  /** SHA-256 of the link's secret, hex. */
  readonly secretHash: string
  /** As of a member. */
  readonly role: string
  /** The address that it was made for, if it was made for one: the person who accepts must have verified it. */
  readonly email?: string
  /** The person who made it; absent for the operator. */
  readonly createdBy?: string
  /** ISO 8601, both. */
  readonly createdAt: string
  readonly expiresAt: string
}

const lifetimeMilliseconds = 7 * 86_400_000
const shape = /^([^.]+)\.([0-9A-Za-z]{43})$/

const invitationHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * A new invitation, and what stands behind `/join/` in its link. `now` in milliseconds since the epoch; the clock of the process that
 * has just made the account may be ahead of it.
 */
export const newInvitation = (
  { accountId, createdAt }: Pick<AccountSettings, 'accountId' | 'createdAt'>,
  role: Role,
  randomBytes32: Uint8Array,
  now: number,
  options: Pick<Invitation, 'email' | 'createdBy'> = {},
): { readonly token: string; readonly invitation: Invitation } => {
  const secret = base62Of32Bytes(randomBytes32)
  return {
    token: `${accountId}.${secret}`,
    invitation: {
      accountId,
      secretHash: invitationHash(secret),
      role,
      ...options,
      createdAt: new Date(Math.max(now, Date.parse(createdAt))).toISOString(),
      expiresAt: new Date(now + lifetimeMilliseconds).toISOString(),
    },
  }
}

/** The account and the digest that a link names, or nothing when it is not one. */
export const readInvitationToken = (token: string): { accountId: string; secretHash: string } | undefined => {
  const [, accountId, secret] = shape.exec(token) ?? []
  if (accountId === undefined || secret === undefined || !accountName.test(accountId)) return undefined
  return { accountId, secretHash: invitationHash(secret) }
}

/** Unicode has other letters whose small form is one of ASCII: `K`, the sign of kelvin, would be a `k`, and its address somebody else's. */
const inSmallLetters = (address: string): string => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Whether a person may accept it. */
export const isFor = (
  { email }: Invitation,
  person: { readonly email?: string; readonly emailVerified: boolean },
): boolean =>
  email === undefined || (person.emailVerified && inSmallLetters(person.email ?? '') === inSmallLetters(email))

/** How an invitation is told in the audit. */
export const shownInvitation = ({ email, role }: Pick<Invitation, 'email' | 'role'>): string => email ?? role

type OfAccount = Pick<AccountSettings, 'kind' | 'createdAt'>

/**
 * Whether it still lets anybody in, as what is known here. An account of the same name may have been deleted since, and who made the link may have been
 * removed: neither comes back by it. `account`: of its name now, if there is one. `makersRole`: in that account, if there is one.
 */
export const isGood = (
  { role, createdAt, createdBy }: Invitation,
  account: OfAccount | undefined,
  makersRole: string | undefined,
): boolean => {
  if (!isRole(role) || account === undefined || Date.parse(createdAt) < Date.parse(account.createdAt)) return false
  if (createdBy === undefined) return true
  return makersRole !== undefined && permissionsOf(makersRole, account.kind).includes('manage-members')
}

/** For so long a person who was let in may ask for it again: the first answer may have been lost. */
const repeatableMilliseconds = 3_600_000

/** Whether this link has let somebody in a moment ago. `now` in milliseconds since the epoch. */
export const hasLetIn = (
  secretHash: string,
  letInBy: { readonly secretHash: string; readonly at: string },
  now: number,
): boolean => letInBy.secretHash === secretHash && now - Date.parse(letInBy.at) < repeatableMilliseconds

/** Whether its time is over. A table keeps its item for days beyond that. */
export const isOverdue = ({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: number): boolean =>
  !(now < Date.parse(expiresAt))

/** Those that are good, of all that an account has. `now` in milliseconds since the epoch. */
export const goodInvitations = (
  invitations: readonly Invitation[],
  account: OfAccount,
  members: readonly { readonly personId: string; readonly role: string }[],
  now: number,
): readonly Invitation[] =>
  invitations.filter((invitation) => {
    const maker = members.find(({ personId }) => personId === invitation.createdBy)
    return !isOverdue(invitation, now) && isGood(invitation, account, maker?.role)
  })
