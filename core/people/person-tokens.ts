// The tokens that people hold for an account. They go with the right to have one.

import type { ServiceKey } from '../access/account.ts'

export interface TokenBook {
  listByAccount(accountId: string): Promise<readonly ServiceKey[]>
  revokeByHash(keyHash: string, now: number): Promise<ServiceKey | undefined>
}

/** Revokes every token that a person holds for an account, each without listing them all again: who hoards them must not be out of reach. `now` in milliseconds since the epoch. Throws `StoreUnreachable`. */
const revokeTokensOf = async (tokens: TokenBook, accountId: string, personId: string, now: number): Promise<void> => {
  for (const { keyHash, issuedTo, revokedAt } of await tokens.listByAccount(accountId))
    if (issuedTo?.personId === personId && revokedAt === undefined) await tokens.revokeByHash(keyHash, now)
}

/**
 * Ends the right to tokens by a write, and the tokens with it: before the write, because what has failed behind it is no membership any more that
 * anybody could end again; and behind it, one that was given out meanwhile. Throws `StoreUnreachable`.
 */
export const withoutTokens = async <Written>(
  tokens: TokenBook,
  accountId: string,
  personId: string,
  now: number,
  write: () => Promise<Written>,
): Promise<Written> => {
  await revokeTokensOf(tokens, accountId, personId, now)
  const written = await write()
  await revokeTokensOf(tokens, accountId, personId, now)
  return written
}
