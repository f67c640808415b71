// What the keys of an account are called in lists of what they did.

import type { ServiceKey } from '../../../core/access/account.ts'
import { keyIdParts } from '../../../core/access/keys/issue.ts'
import { shownKey } from '../../../core/people/shown-key.ts'
import type { Call } from '../call.ts'
import { isSeenToken } from '../keys/tokens.ts'

/** By id, as far as this caller may see it: of somebody else's token only that it is one. */
export const keyNames = async (call: Call): Promise<ReadonlyMap<string, string>> => {
  const keys = await call.ports.keys.listByAccount(call.account.accountId)
  const nameOf = (key: ServiceKey): string =>
    key.issuedTo === undefined || isSeenToken(key, call)
      ? shownKey(key)
      : `a command line, ${keyIdParts(key.keyId)?.hashPrefix}`
  return new Map(keys.map((key) => [key.keyId, nameOf(key)]))
}
