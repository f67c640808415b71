// Accounts and service keys as the rest of the code sees them. Tables hold the same facts under the same names.

import type { CompactionPolicy } from './policy.ts'

export const accountKinds = ['organization', 'personal'] as const
export type AccountKind = (typeof accountKinds)[number]

export const entitlements = ['proxy', 'compress', 'upstreamOverride'] as const
export type Entitlement = (typeof entitlements)[number]

/** Absent means no limit, and costs no write. */
export interface Limits {
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
}

export interface Account {
  /** The name that the operator gave it. */
  readonly accountId: string
  readonly kind: AccountKind
  /** Switched on by the operator, organizations only: without it neither their keys nor their tokens are good. */
  readonly apiAccess: boolean
  readonly entitlements: readonly Entitlement[]
  readonly limits: Limits
  readonly compaction: CompactionPolicy
  /** What the account pays: US dollars per million input tokens, by the beginning of a model's name. For figures in money alone. */
  readonly prices?: Readonly<Record<string, number>>
  /** 32 random bytes, base64: keys the digests of this account's conversations. */
  readonly chainSecret: string
  /** ISO 8601. */
  readonly createdAt: string
}

/** An account as its people may see it. */
export type AccountSettings = Omit<Account, 'chainSecret'>

export interface ServiceKey {
  /** SHA-256 of the secret, hex. The secret itself is stored nowhere. */
  readonly keyHash: string
  readonly keyId: string
  readonly accountId: string
  /** The last four characters of the secret. */
  readonly suffix: string
  readonly limits: Limits
  /** What its owner calls it. */
  readonly label?: string
  /** The person who made it; absent for the operator's. */
  readonly createdBy?: string
  /** Of a token: the person and the device that it was given to. */
  readonly issuedTo?: { readonly personId: string; readonly device: string }
  /** ISO 8601, like all dates below. */
  readonly createdAt: string
  readonly lastUsedAt?: string
  readonly revokedAt?: string
  readonly expiresAt?: string
}

/** Everything a caller may do, decided once per request. */
export interface Grant {
  readonly account: Account
  readonly key: ServiceKey
}
