// Who belongs to an account, who was invited, and what was done. An account never loses its last owner.

import * as z from 'zod'
import { keyState } from '../../../core/access/keys/key-state.ts'
import { defined } from '../../../core/collections/defined.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { type AuditAction, auditPageSize, isOfAccount } from '../../../core/people/audit.ts'
import { goodInvitations, newInvitation, shownInvitation } from '../../../core/people/invitation.ts'
import { withoutTokens } from '../../../core/people/person-tokens.ts'
import { permissionsOf, roles } from '../../../core/people/roles.ts'
import type { Member, Seen } from '../../../core/people/stores.ts'
import { json } from '../../http.ts'
import { type Call, type Handler, namesOf, note, readBody, readQuery } from '../call.ts'
import { keysOf } from '../keys/keys.ts'
import { mayMake } from '../making.ts'
import { untilMade } from '../until-made.ts'

export const inviting = z.strictObject({ role: z.enum(roles), email: z.email().max(254).optional() })
export const changingRole = z.strictObject({ role: z.enum(roles) })
export const auditQuery = z.object({
  cursor: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])(:[0-9A-Za-z-]{1,64})?$/)
    .optional(),
})

export const members: Handler = async (call) => {
  const { account, asked, ports, personId } = call
  const { members: all, invitations } = await ports.members.list(account.accountId)
  const active = (await keysOf(call)).filter((key) => keyState(key, asked.now) === 'active')
  const people = await Promise.all(all.map((member) => ports.people.find(member.personId)))
  return json({
    members: all.map(({ personId: id, role, since }, index) => ({
      id,
      name: people[index]?.name,
      email: people[index]?.email,
      lastSignInAt: people[index]?.lastSignInAt,
      role,
      since,
      activeKeys: active.filter(({ createdBy }) => createdBy === id).length,
      isYou: id === personId,
    })),
    invitations: goodInvitations(invitations, account, all, asked.now).map(
      ({ secretHash, role, email, createdAt, expiresAt }) => ({
        id: secretHash,
        role,
        email,
        createdAt,
        expiresAt,
      }),
    ),
  })
}

/** The link is in this answer, once. */
export const invite: Handler = async (call) => {
  const { account, asked, ports, personId } = call
  const { role, email } = readBody(asked, inviting)
  await mayMake(call)
  const { token, invitation } = newInvitation(account, role, ports.random32(), asked.now, {
    createdBy: personId,
    ...defined({ email }),
  })
  await ports.members.invite(invitation)
  await note(call, 'member-invited', shownInvitation(invitation))
  return json({ link: `${ports.settings.dashboardUrl}/join/${token}`, expiresAt: invitation.expiresAt }, 201)
}

/** Who accepts it at the same moment may be in its way, and fail. */
export const withdrawInvitation: Handler = async (call) => {
  const { accountId } = call.account
  const { members: store } = call.ports
  await untilMade(async () => {
    const { invitations } = await store.list(accountId)
    const found = invitations.find(({ secretHash }) => secretHash === call.parameters.invitation)
    if (found === undefined) return true
    if (!(await store.take(accountId, found.secretHash))) return undefined
    await note(call, 'invitation-withdrawn', shownInvitation(found))
    return true
  })
  return json({})
}

/** The member as it is now, and what must still be so when it changes: with an owner who goes, that another one stays. */
const look = async ({ account, ports, parameters }: Call, staysOwner: boolean): Promise<[Member, Seen]> => {
  const { members: all } = await ports.members.list(account.accountId)
  const member = all.find((one) => one.personId === parameters.person)
  if (member === undefined) throw new Refusal('not-found', 'There is no such member.')
  const { role } = member
  if (role !== 'owner' || staysOwner) return [member, { role }]
  const other = all.find((one) => one.role === 'owner' && one.personId !== member.personId)
  if (other === undefined)
    throw new Refusal('request-invalid', 'An account keeps at least one owner. Make somebody else an owner first.')
  return [member, { role, otherOwner: other.personId }]
}

/** Writes a member as it was seen, and notes that. The note stands before tokens are looked for again, which may fail. */
const written = async (
  call: Call,
  { staysOwner, keepsTokens }: { readonly staysOwner: boolean; readonly keepsTokens: boolean },
  write: (member: Member, seen: Seen) => Promise<boolean>,
  told: (member: Member) => readonly [AuditAction, target: string],
): Promise<void> => {
  const { ports, asked } = call
  await untilMade(async () => {
    const [member, seen] = await look(call, staysOwner)
    const noted = async (): Promise<true | undefined> => {
      if (!(await write(member, seen))) return undefined
      await note(call, ...told(member))
      return true
    }
    return keepsTokens ? noted() : withoutTokens(ports.keys, member.accountId, member.personId, asked.now, noted)
  })
}

export const changeRole: Handler = async (call) => {
  const { account, asked, ports, parameters } = call
  const { role } = readBody(asked, changingRole)
  const nameOf = await namesOf([parameters.person ?? ''], ports)
  const keepsTokens = permissionsOf(role, account.kind).includes('own-tokens')
  await written(
    call,
    { staysOwner: role === 'owner', keepsTokens },
    (before, seen) => ports.members.change({ ...before, role }, seen),
    (before) => ['member-role-changed', `${nameOf(before.personId)}, ${before.role} → ${role}`],
  )
  return json({})
}

export const removeMember: Handler = async (call) => {
  const { account, ports, parameters } = call
  // Whoever is out already is answered for as removed: the first answer may have been lost.
  if ((await ports.members.find(account.accountId, parameters.person ?? '')) === undefined) return json({})
  const nameOf = await namesOf([parameters.person ?? ''], ports)
  await written(
    call,
    { staysOwner: false, keepsTokens: false },
    ({ accountId, personId }, seen) => ports.members.remove(accountId, personId, seen),
    ({ personId }) => ['member-removed', nameOf(personId)],
  )
  return json({})
}

/** How far the clock of whoever made an account may be ahead, in milliseconds. */
const clocksApart = 3_600_000

/** Newest first: a page of one month, then the month before it, as far back as the account reaches. */
export const audit: Handler = async ({ account, asked, ports }) => {
  const { cursor = new Date(asked.now).toISOString().slice(0, 7) } = readQuery(asked, auditQuery)
  const [month = '', before] = cursor.split(':')
  const events = await ports.audit.list(account.accountId, month, before)
  const last = events.at(-1)
  const earlier = new Date(Date.parse(`${month}-01T00:00:00Z`) - 1).toISOString().slice(0, 7)
  const next = events.length === auditPageSize && last !== undefined ? `${month}:${last.eventId}` : earlier
  const oldestMonth = new Date(Date.parse(account.createdAt) - clocksApart).toISOString().slice(0, 7)
  return json({
    // What was done to a deleted account of this name is not for the people of this one.
    events: events
      .filter((event) => isOfAccount(event, account))
      .map(({ accountId: _, accountCreatedAt: _of, ...event }) => event),
    ...(next >= oldestMonth ? { next } : {}),
  })
}
