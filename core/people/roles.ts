// What members of an account may do.

import type { AccountKind } from '../access/account.ts'

export const roles = ['viewer', 'developer', 'owner'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'see-savings',
  'list-keys',
  'generate-key',
  'revoke-own-key',
  'revoke-any-key',
  'own-tokens',
  'see-settings',
  'change-settings',
  'manage-members',
  'see-audit',
] as const
export type Permission = (typeof permissions)[number]

const viewer: readonly Permission[] = ['see-savings', 'list-keys', 'see-settings']
const developer: readonly Permission[] = [...viewer, 'generate-key', 'revoke-own-key', 'own-tokens']

const ofRole: Readonly<Record<Role, readonly Permission[]>> = { viewer, developer, owner: permissions }

/** A personal account has no keys and no members: whatever role its person has. */
const personal: readonly Permission[] = ['see-savings', 'own-tokens', 'see-settings', 'change-settings']

/** One that is not known here was given by a newer version, while a deployment was incomplete or before it was taken back. */
export const isRole = (role: string): role is Role => Object.hasOwn(ofRole, role)

/** Everything that a member with this role may do in an account of this kind; with one that is not known here nothing. */
export const permissionsOf = (role: string, kind: AccountKind): readonly Permission[] => {
  if (!isRole(role)) return []
  return kind === 'personal' ? personal : ofRole[role]
}

/** The one that may do more. What a member has already stays where nobody knows that here. */
export const higherRole = (had: string, given: string): string =>
  isRole(had) && isRole(given) && roles.indexOf(had) < roles.indexOf(given) ? given : had
