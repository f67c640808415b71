// Whether a machine is signed in: what the person is shown who has its code, Approve and Deny.

import * as z from 'zod'
import { Refusal } from '../../../core/http/refusal.ts'
import { limitRetryAfterSeconds } from '../../../core/http/retry-after.ts'
import {
  type DeviceDecision,
  type DeviceLogin,
  isDecided,
  isOver,
  readUserCode,
  userCodeHash,
} from '../../../core/people/device-login.ts'
import { chargeGuess, giveBackGuess } from '../../../core/people/guesses.ts'
import { personalAccountId } from '../../../core/people/person.ts'
import { newPersonalAccount } from '../../../core/people/personal-account.ts'
import { permissionsOf } from '../../../core/people/roles.ts'
import { membership } from '../../auth/signed-in.ts'
import { json } from '../../http.ts'
import { noteBy, readBody } from '../call.ts'
import { requireApiAccess } from '../keys/keys.ts'
import { mayMake } from '../making.ts'
import type { PersonCall, PersonHandler } from '../people/me.ts'

/** The login that waits under the code in the path, or to which this was said already. Ten wrong codes in ten minutes, and no more are looked at. */
const waiting = async (
  { personId, asked, parameters, ports }: PersonCall,
  decision?: DeviceDecision,
): Promise<DeviceLogin> => {
  const charged = await chargeGuess(ports.counters, personId, asked.now)
  if (!charged.admitted) {
    const wait = limitRetryAfterSeconds(charged.retryAfterMicroseconds)
    throw new Refusal('rate-limited', `Too many wrong codes. Try again in ${wait} s.`, { retryAfterSeconds: wait })
  }
  const code = readUserCode(parameters.code ?? '')
  const login = code === undefined ? undefined : await ports.deviceLogins.findByUserCode(userCodeHash(code))
  const isSaid = login !== undefined && decision !== undefined && isDecided(login, decision)
  if (login === undefined || isOver(login, asked.now) || !(login.status === 'pending' || isSaid))
    throw new Refusal('not-found', 'No command line waits under this code. It may have expired: ask for another one.')
  await giveBackGuess(ports.counters, personId, asked.now)
  return login
}

/** The accounts that this person may sign a machine in to; the own one also before it is there, where everybody may have one. */
const accountsFor = async ({ personId, ports }: PersonCall) => {
  const memberships = await ports.members.ofPerson(personId)
  const found = await Promise.all(memberships.map(({ accountId }) => ports.accounts.find(accountId)))
  const accounts = found.flatMap((account, index) => {
    const role = memberships[index]?.role
    if (account === undefined || role === undefined) return []
    if (!permissionsOf(role, account.kind).includes('own-tokens')) return []
    const { accountId: id, kind, apiAccess } = account
    return [{ id, kind, isReady: kind === 'personal' || apiAccess }]
  })
  const own = personalAccountId(personId)
  return ports.settings.personal.accounts === 'off' || accounts.some(({ id }) => id === own)
    ? accounts
    : [...accounts, { id: own, kind: 'personal' as const, isReady: true }]
}

export const device: PersonHandler = async (call) => {
  const { device: name, program, address, requestedAt, expiresAt } = await waiting(call)
  return json({ device: name, program, address, requestedAt, expiresAt, accounts: await accountsFor(call) })
}

/** Makes the person's own account, where it was asked for, may be had, and is not there yet. */
const ensurePersonal = async ({ personId, asked, ports }: PersonCall, accountId: string): Promise<void> => {
  const { personal } = ports.settings
  if (accountId !== personalAccountId(personId) || personal.accounts === 'off') return
  if ((await ports.members.find(accountId, personId)) !== undefined) return
  await ports.newAccounts.put(newPersonalAccount(personId, personal, ports.random32(), asked.now))
  const since = new Date(asked.now).toISOString()
  await ports.members.add({ accountId, personId, role: 'owner', since })
}

export const approving = z.strictObject({ account: z.string().min(1).max(63) })

const decided = (isDecided: boolean): void => {
  if (!isDecided) throw new Refusal('not-found', 'This was decided elsewhere a moment ago, or the code has expired.')
}

export const approveDevice: PersonHandler = async (call) => {
  const { personId, asked, ports } = call
  const { account: accountId } = readBody(asked, approving)
  const decision = { status: 'approved', personId, accountId } as const
  const login = await waiting(call, decision)
  if (login.status === 'pending') {
    await ensurePersonal(call, accountId)
    const { account } = await membership(personId, accountId, 'own-tokens', ports)
    if (account.kind === 'organization') requireApiAccess(account)
    await mayMake(call)
    decided(await ports.deviceLogins.decide(login.deviceCodeHash, decision, asked.now))
  }
  const deed = { hash: login.deviceCodeHash, at: login.requestedAt }
  await noteBy({ personId, accountId, asked, ports, deed }, 'token-approved', login.device)
  return json({ device: login.device, account: accountId })
}

export const denyDevice: PersonHandler = async (call) => {
  const { personId, asked, ports } = call
  const decision = { status: 'denied', personId } as const
  const login = await waiting(call, decision)
  decided(await ports.deviceLogins.decide(login.deviceCodeHash, decision, asked.now))
  return json({ device: login.device })
}
