// Tokens of command lines: the list, and Revoke. Owners see everybody's, others their own.

import type { ServiceKey } from '../../../core/access/account.ts'
import { keyState } from '../../../core/access/keys/key-state.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { json } from '../../http.ts'
import { type Call, type Handler, namesOf, note } from '../call.ts'

type Token = ServiceKey & Required<Pick<ServiceKey, 'issuedTo'>>

export const isSeenToken = ({ issuedTo }: ServiceKey, { personId, permissions }: Call): boolean =>
  issuedTo !== undefined && (issuedTo.personId === personId || permissions.includes('revoke-any-key'))

const tokensFor = async (call: Call): Promise<readonly Token[]> =>
  (await call.ports.keys.listByAccount(call.account.accountId)).flatMap((key) => {
    const { issuedTo } = key
    return issuedTo !== undefined && isSeenToken(key, call) ? [{ ...key, issuedTo }] : []
  })

/** Everything but the hash. */
const view = (token: Token, now: number, nameOf: (personId: string) => string) => ({
  id: token.keyId,
  device: token.issuedTo.device,
  person: nameOf(token.issuedTo.personId),
  suffix: token.suffix,
  state: keyState(token, now),
  createdAt: token.createdAt,
  lastUsedAt: token.lastUsedAt,
  expiresAt: token.expiresAt,
  revokedAt: token.revokedAt,
})

const namesFor = (tokens: readonly Token[], { ports }: Call) =>
  namesOf(
    tokens.map(({ issuedTo }) => issuedTo.personId),
    ports,
  )

/** Newest first. */
export const tokens: Handler = async (call) => {
  const all = await tokensFor(call)
  const nameOf = await namesFor(all, call)
  return json({ tokens: [...all].reverse().map((token) => view(token, call.asked.now, nameOf)) })
}

export const revokeToken: Handler = async (call) => {
  const { asked, ports, parameters } = call
  const token = (await tokensFor(call)).find(({ keyId }) => keyId === parameters.token)
  const missing = () => new Refusal('not-found', 'There is no such command line.')
  if (token === undefined) throw missing()
  const nameOf = await namesFor([token], call)
  const revoked = await ports.keys.revokeByHash(token.keyHash, asked.now)
  if (revoked === undefined) throw missing()
  if (token.revokedAt === undefined) await note(call, 'token-revoked', token.issuedTo.device)
  return json({ token: view({ ...revoked, issuedTo: token.issuedTo }, asked.now, nameOf) })
}
