// Where service keys and accounts are kept, as the core sees it.

import type { Account, ServiceKey } from '../account.ts'

export interface KeyStore {
  /** The key with this SHA-256 (hex), revoked and expired ones included. Throws `StoreUnreachable`. */
  find(keyHash: string): Promise<ServiceKey | undefined>
  /** Notes a use, at most once an hour, and with it when the key ends from now on, if it says so; losing a note is harmless. */
  touch(keyHash: string, now: number, expiresAt?: string): Promise<void>
}

export interface AccountStore {
  /** Throws `StoreUnreachable`. */
  find(accountId: string): Promise<Account | undefined>
}
