// Who asks with a token: its person, while it is good and its person still belongs to its account.

import type { ServiceKey } from '../../core/access/account.ts'
import { serviceKeyFault, serviceKeyHash } from '../../core/access/keys/api-key.ts'
import { isUseToBeNoted, keyState } from '../../core/access/keys/key-state.ts'
import { expiryAfterUse } from '../../core/access/keys/token.ts'
import { Refusal } from '../../core/http/refusal.ts'
import type { Asked } from '../http.ts'
import type { Ports } from '../ports.ts'
import { type Membership, membership } from './signed-in.ts'

export interface Bearer extends Membership {
  readonly token: ServiceKey & Required<Pick<ServiceKey, 'issuedTo'>>
}

const refused = (): Refusal =>
  new Refusal('not-signed-in', 'This token is not known, was revoked, or has expired.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

const tokenOf = async (asked: Asked, { keys }: Ports): Promise<Bearer['token']> => {
  const [, secret = ''] = /^Bearer ([\w-]+)$/i.exec(asked.headers.authorization ?? '') ?? []
  const key = serviceKeyFault(secret) === undefined ? await keys.find(serviceKeyHash(secret)) : undefined
  if (key?.issuedTo === undefined || keyState(key, asked.now) !== 'active') throw refused()
  return { ...key, issuedTo: key.issuedTo }
}

/** Throws `Refusal` 401. */
export const bearer = async (asked: Asked, ports: Ports): Promise<Bearer> => {
  const token = await tokenOf(asked, ports)
  const { keyHash, accountId, issuedTo } = token
  const member = await membership(issuedTo.personId, accountId, 'own-tokens', ports).catch((error: unknown) => {
    throw error instanceof Refusal ? refused() : error
  })
  if (isUseToBeNoted(token, asked.now))
    // A note of use ends nothing.
    await ports.keys.touch(keyHash, asked.now, expiryAfterUse(token, asked.now)).catch(() => undefined)
  return { ...member, token }
}
