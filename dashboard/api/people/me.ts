// The person who is signed in, their accounts, and joining another.

import { defined } from '../../../core/collections/defined.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { hasLetIn, type Invitation, isFor, isGood, readInvitationToken } from '../../../core/people/invitation.ts'
import { shownName } from '../../../core/people/person.ts'
import { higherRole, permissionsOf } from '../../../core/people/roles.ts'
import type { Member } from '../../../core/people/stores.ts'
import { type Answer, type Asked, json } from '../../http.ts'
import type { Ports } from '../../ports.ts'
import type { Parameters } from '../../routes.ts'
import { noteBy } from '../call.ts'
import { untilMade } from '../until-made.ts'

export interface PersonCall {
  readonly personId: string
  readonly asked: Asked
  readonly parameters: Parameters
  readonly ports: Ports
}

export type PersonHandler = (call: PersonCall) => Promise<Answer>

export const me: PersonHandler = async ({ personId, ports }) => {
  const person = await ports.people.find(personId)
  const memberships = await ports.members.ofPerson(personId)
  const accounts = await Promise.all(memberships.map(({ accountId }) => ports.accounts.find(accountId)))
  const { operatorContact, baseUrl } = ports.settings
  return json({
    person: { id: personId, name: person?.name, email: person?.email },
    accounts: memberships.flatMap(({ role }, index) => {
      const account = accounts[index]
      if (account === undefined) return []
      const { accountId: id, kind, apiAccess, compaction } = account
      return [{ id, kind, role, permissions: permissionsOf(role, kind), apiAccess, mode: compaction.mode }]
    }),
    baseUrl,
    ...defined({ operatorContact }),
  })
}

const gone = (): Refusal =>
  new Refusal('not-found', 'This invitation has been accepted, withdrawn or has expired. Ask for a new link.')

const invitationFor = async (personId: string, token: string, ports: Ports, now: number): Promise<Invitation> => {
  const named = readInvitationToken(token)
  const invitation =
    named === undefined ? undefined : await ports.members.invitation(named.accountId, named.secretHash, now)
  if (invitation === undefined) throw gone()
  const { accountId, createdBy } = invitation
  const maker = createdBy === undefined ? undefined : await ports.members.find(accountId, createdBy)
  const account = await ports.accounts.find(accountId)
  if (!isGood(invitation, account, maker?.role)) throw gone()
  const person = await ports.people.find(personId)
  if (person === undefined || !isFor(invitation, person))
    throw new Refusal(
      'not-permitted',
      'This invitation was made for another e-mail address. Ask for a link for yours, or for one without an address.',
    )
  return invitation
}

export const invitation: PersonHandler = async ({ personId, asked, parameters, ports }) => {
  const found = await invitationFor(personId, parameters.invitation ?? '', ports, asked.now)
  const by = found.createdBy === undefined ? undefined : await ports.people.find(found.createdBy)
  const { accountId: account, role, expiresAt } = found
  return json({ account, role, expiresAt, invitedBy: by === undefined ? 'the operator' : shownName(by) })
}

/** Makes a member, or gives one the higher of both roles, by a link that is used up with it. */
const letIn = ({ secretHash }: Invitation, member: Member, { members }: Ports, now: number): Promise<Member> =>
  untilMade(async () => {
    const before = await members.find(member.accountId, member.personId)
    const after =
      before === undefined
        ? member
        : { ...before, ...member, since: before.since, role: higherRole(before.role, member.role) }
    if (await members.accept(secretHash, after, before)) return after
    if ((await members.invitation(member.accountId, secretHash, now)) === undefined) throw gone()
    return undefined
  })

type LetIn = Required<Pick<Member, 'accountId' | 'letInBy'>>

/** Lets a person in by a link, unless it has done so a moment ago. */
const letInBy = async (personId: string, token: string, ports: Ports, now: number): Promise<LetIn> => {
  const named = readInvitationToken(token)
  const before = named === undefined ? undefined : await ports.members.find(named.accountId, personId)
  if (named !== undefined && before?.letInBy !== undefined && hasLetIn(named.secretHash, before.letInBy, now))
    return { accountId: named.accountId, letInBy: before.letInBy }
  const found = await invitationFor(personId, token, ports, now)
  const { accountId, role, secretHash } = found
  const since = new Date(now).toISOString()
  const member = { accountId, personId, role, since, letInBy: { secretHash, role, at: since } }
  await letIn(found, member, ports, now)
  return member
}

export const join: PersonHandler = async ({ personId, asked, parameters, ports }) => {
  const { accountId, letInBy: by } = await letInBy(personId, parameters.invitation ?? '', ports, asked.now)
  const deed = { hash: by.secretHash, at: by.at }
  await noteBy({ personId, accountId, asked, ports, deed }, 'member-joined', by.role)
  return json({ account: accountId })
}
