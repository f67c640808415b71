// The tokens that people hold for an account. They go with the right to have one.

import type { ServiceKey } from '../access/account.ts'

export interface TokenBook {
  listByAccount(accountId: string): Promise<readonly ServiceKey[]>
  revoke(keyId: string, now: number): Promise<ServiceKey | undefined>
}

/** Revokes every token that a person holds for an account. `now` in milliseconds since the epoch. Throws `StoreUnreachable`. */
export const revokeTokensOf = async (
  tokens: TokenBook,
  accountId: string,
  personId: string,
  now: number,
): Promise<void> => {
  for (const { keyId, issuedTo, revokedAt } of await tokens.listByAccount(accountId))
    if (issuedTo?.personId === personId && revokedAt === undefined) await tokens.revoke(keyId, now)
}
