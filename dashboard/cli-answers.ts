// What the endpoints of the command line answer.

import type { Account, Entitlement } from '../core/access/account.ts'
import type { CompactionMode } from '../core/access/policy.ts'
import type { Receipt } from '../core/ledger/receipt.ts'

export interface CliAccount {
  readonly id: string
  readonly kind: Account['kind']
}

export interface CliPerson {
  readonly name?: string
  readonly email?: string
}

/** Of a token, what may be told. */
export interface CliToken {
  readonly id: string
  /** Its last four characters. */
  readonly suffix: string
  readonly device: string
  /** ISO 8601: when it ends if it is not used before. */
  readonly expiresAt: string
}

export interface CliMe {
  readonly account: CliAccount
  readonly person: CliPerson
  readonly token: CliToken
  readonly entitlements: readonly Entitlement[]
  readonly mode: CompactionMode
  /** Where agents send their requests. */
  readonly baseUrl: string
  /** Of this token, if it is among the account's last fifty of the month. */
  readonly lastExchange?: Pick<Receipt, 'receivedAt' | 'client' | 'model' | 'outcome' | 'reason'>
  /** Of the command line that the service brings, and of the oldest one that understands these answers. */
  readonly version: string
  readonly minimumCli: string
}
