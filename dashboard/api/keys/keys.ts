// API keys: the list, Generate, Revoke. The secret is in one answer, once, and nowhere else.

import * as z from 'zod'
import type { AccountSettings, ServiceKey } from '../../../core/access/account.ts'
import { newServiceKey } from '../../../core/access/keys/issue.ts'
import { keyState } from '../../../core/access/keys/key-state.ts'
import { maxRequestsPerMinute, maxTokensPerMinute } from '../../../core/access/limits/gcra.ts'
import { defined } from '../../../core/collections/defined.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { shownKey } from '../../../core/people/shown-key.ts'
import { json } from '../../http.ts'
import { type Call, type Handler, namesOf, note, readBody } from '../call.ts'
import { mayMake } from '../making.ts'
import { isPlainLine } from '../plain-line.ts'

const maxLabel = 60

export const generating = z.strictObject({
  label: z.string().trim().max(maxLabel).refine(isPlainLine).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  requestsPerMinute: z.number().int().min(1).max(maxRequestsPerMinute).optional(),
  tokensPerMinute: z.number().int().min(1).max(maxTokensPerMinute).optional(),
})

/** Everything but the hash. */
const view = (key: ServiceKey, { asked, personId, permissions }: Call, nameOf: (personId: string) => string) => ({
  id: key.keyId,
  label: key.label ?? '',
  suffix: key.suffix,
  state: keyState(key, asked.now),
  createdAt: key.createdAt,
  createdBy: key.createdBy === undefined ? 'operator' : nameOf(key.createdBy),
  lastUsedAt: key.lastUsedAt,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  limits: key.limits,
  mayRevoke: permissions.includes('revoke-any-key') || key.createdBy === personId,
})

const creators = (keys: readonly ServiceKey[]): string[] =>
  keys.map(({ createdBy }) => createdBy).filter((createdBy) => createdBy !== undefined)

/** Tokens of command lines are no API keys: they have a list of their own. */
export const keysOf = async ({ account, ports }: Call): Promise<readonly ServiceKey[]> =>
  (await ports.keys.listByAccount(account.accountId)).filter(({ issuedTo }) => issuedTo === undefined)

/** Newest first. */
export const keys: Handler = async (call) => {
  const all = await keysOf(call)
  const nameOf = await namesOf(creators(all), call.ports)
  return json({ keys: [...all].reverse().map((key) => view(key, call, nameOf)) })
}

/** Throws `Refusal` 403, which says who gives it. */
export const requireApiAccess = ({ accountId, apiAccess }: AccountSettings): void => {
  if (!apiAccess)
    throw new Refusal(
      'not-permitted',
      `${accountId} has no API access yet. The operator enables it: npm run -s operator -- account enable-api ${accountId}`,
    )
}

export const generateKey: Handler = async (call) => {
  const { account, asked, ports, personId } = call
  requireApiAccess(account)
  const { label, expiresAt, requestsPerMinute, tokensPerMinute } = readBody(asked, generating)
  if (expiresAt !== undefined && Date.parse(expiresAt) <= asked.now)
    throw new Refusal('request-invalid', 'expiresAt must be in the future.')
  await mayMake(call)
  // Before the key is there: behind it nothing may keep its secret from being shown.
  const nameOf = await namesOf([personId], ports)
  const { secret, key } = newServiceKey(account.accountId, ports.random32(), asked.now, {
    limits: {
      ...defined({ requestsPerMinute, tokensPerMinute }),
    },
    ...(label === undefined || label === '' ? {} : { label }),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    createdBy: personId,
  })
  if (!(await ports.keys.put(key))) throw new Refusal('internal', 'The key could not be stored. Try again.')
  await note(call, 'key-generated', shownKey(key))
  return json({ secret, key: view(key, call, nameOf) }, 201)
}

export const revokeKey: Handler = async (call) => {
  const { asked, ports, parameters } = call
  const keyId = parameters.key ?? ''
  const key = (await keysOf(call)).find((one) => one.keyId === keyId)
  if (key === undefined) throw new Refusal('not-found', 'There is no such key.')
  const nameOf = await namesOf(creators([key]), ports)
  if (!view(key, call, nameOf).mayRevoke)
    throw new Refusal('not-permitted', 'Only owners revoke keys that others have made.')
  const revoked = await ports.keys.revoke(keyId, asked.now)
  if (revoked === undefined) throw new Refusal('not-found', 'There is no such key.')
  if (key.revokedAt === undefined) await note(call, 'key-revoked', shownKey(key))
  return json({ key: view(revoked, call, nameOf) })
}
