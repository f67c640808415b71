// Who did what to an account, for its owners.

export type AuditAction =
  | 'account-created'
  | 'account-deleted'
  | 'key-generated'
  | 'key-revoked'
  | 'token-approved'
  | 'token-revoked'
  | 'settings-changed'
  | 'member-invited'
  | 'invitation-withdrawn'
  | 'member-joined'
  | 'member-role-changed'
  | 'member-removed'

/** Events that are read at once: a page of fewer is the last one of its month. */
export const auditPageSize = 50

/** Who acts by the operator's commands. No person has this id (`personIdOf`). */
export const operator = { personId: 'operator', by: 'operator' } as const

export interface AuditEvent {
  readonly accountId: string
  /** ULID. */
  readonly eventId: string
  /** ISO 8601. */
  readonly at: string
  /** When the account that it belongs to was made; absent on events from before that was noted. */
  readonly accountCreatedAt?: string
  /** Of a person, or `operator.personId`. */
  readonly personId: string
  /** How the person was told to others then. */
  readonly by: string
  /** An `AuditAction`; of what a newer version has noted, maybe one that is not known here. */
  readonly action: string
  /** What it was done to, as people tell it: a key's name and suffix, a person's name, a setting. Never a secret. */
  readonly target: string
}

/**
 * Whether it was done to this account, and not to a deleted one of its name. By the account that it names: the clock that made
 * the account may be ahead of the one that notes. What names none is told by the clocks.
 */
export const isOfAccount = (
  { at, accountCreatedAt }: Pick<AuditEvent, 'at' | 'accountCreatedAt'>,
  { createdAt }: { readonly createdAt: string },
): boolean => (accountCreatedAt === undefined ? at >= createdAt : accountCreatedAt === createdAt)
