// What the dashboard's API tells the page.

import type { Limits } from '../../../core/access/account.ts'
import type { CompactionMode } from '../../../core/access/policy.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { Permission, Role } from '../../../core/people/roles.ts'
import type { Sums } from '../../../core/savings/sums.ts'

export type NetSums = Sums & { readonly net: number }

export interface AccountEntry {
  readonly id: string
  readonly kind: 'organization' | 'personal'
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly apiAccess: boolean
  readonly mode: CompactionMode
}

export interface Me {
  readonly person: { readonly id: string; readonly name?: string; readonly email?: string }
  readonly accounts: readonly AccountEntry[]
  readonly baseUrl: string
  readonly operatorContact?: string
}

export type Day = NetSums & { readonly day: string }

/** What every screen of an account is given. */
export interface ScreenProps {
  readonly me: Me
  readonly account: AccountEntry
  readonly reloadMe: () => void
}

export interface Overview {
  readonly asOf: string
  readonly zone: string
  readonly mode: CompactionMode
  readonly prices: Readonly<Record<string, number>>
  readonly days: readonly Day[]
  readonly totals: NetSums
}

export type UsageRow = NetSums & {
  readonly day?: string
  readonly keyId?: string
  readonly mode?: string
  readonly client?: string
  readonly model?: string
}

export interface Usage {
  readonly zone: string
  readonly rows: readonly UsageRow[]
  readonly totals: NetSums
}

export type Session = NetSums & {
  readonly id: string
  readonly startedAt: string
  readonly lastAt: string
  readonly client?: string
  readonly models: readonly string[]
  readonly keyIds: readonly string[]
}

export interface Sessions {
  readonly sessions: readonly Session[]
  readonly next?: string
  readonly looked: number
}

export type Exchange = Omit<Receipt, 'upstreamKeyFingerprint'>

export interface Exchanges {
  readonly exchanges: readonly Exchange[]
  readonly next?: string
}

export interface Key {
  readonly id: string
  readonly label: string
  readonly suffix: string
  readonly state: 'active' | 'expired' | 'revoked'
  readonly createdAt: string
  readonly createdBy: string
  readonly lastUsedAt?: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  readonly limits: Limits
  readonly mayRevoke: boolean
}

/** Of a command line. */
export interface Token {
  readonly id: string
  readonly device: string
  readonly person: string
  readonly suffix: string
  readonly state: 'active' | 'expired' | 'revoked'
  readonly createdAt: string
  readonly lastUsedAt?: string
  readonly expiresAt: string
  readonly revokedAt?: string
}

/** A machine that waits to be signed in. */
export interface WaitingDevice {
  readonly device: string
  readonly program: string
  readonly address: string
  readonly requestedAt: string
  readonly expiresAt: string
  readonly accounts: readonly {
    readonly id: string
    readonly kind: 'organization' | 'personal'
    readonly isReady: boolean
  }[]
}

export interface Settings {
  readonly mode: CompactionMode
  readonly compressor: string
  readonly rate?: number
  readonly prices: Readonly<Record<string, number>>
  readonly limits: Limits
  readonly entitlements: readonly string[]
  readonly kind: 'organization' | 'personal'
  readonly apiAccess: boolean
}

export interface Members {
  readonly members: readonly {
    readonly id: string
    readonly name?: string
    readonly email?: string
    readonly lastSignInAt?: string
    readonly role: Role
    readonly since: string
    readonly isYou: boolean
  }[]
  readonly invitations: readonly {
    readonly id: string
    readonly role: Role
    readonly email?: string
    readonly expiresAt: string
  }[]
}

export interface AuditPage {
  readonly events: readonly {
    readonly eventId: string
    readonly at: string
    readonly by: string
    readonly action: string
    readonly target: string
  }[]
  readonly next?: string
}
