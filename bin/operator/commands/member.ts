// `member add | list | remove | withdraw`: for the first owner of an account, and for anyone whom its owners cannot let in or out themselves.

import { defined } from '../../../core/collections/defined.ts'
import { goodInvitations, newInvitation, shownInvitation } from '../../../core/people/invitation.ts'
import { shownName } from '../../../core/people/person.ts'
import { withoutTokens } from '../../../core/people/person-tokens.ts'
import { roles } from '../../../core/people/roles.ts'
import { oneOf } from '../arguments/values.ts'
import { accountNamed } from '../desk/account-named.ts'
import { Refused } from '../desk/faults.ts'
import { note } from '../desk/note.ts'
import { facts, table } from '../output/output.ts'
import type { Command } from './command.ts'

/** Enough of the digest to tell one account's invitations apart. */
const invitationId = (secretHash: string): string => secretHash.slice(0, 12)

const address = /^[^\s@]{1,64}@[^\s@]{1,189}$/

export const memberCommands: readonly Command[] = [
  {
    words: ['member', 'add'],
    does: 'Invites a person to an account, and prints the link that lets the person in.',
    argument: 'NAME',
    options: { role: roles.join('|'), email: 'ADDRESS' },
    required: ['role'],
    async run(argument, { role = '', email }, desk) {
      if (email !== undefined && !address.test(email))
        throw new Refused(`${JSON.stringify(email)} is not an e-mail address.`)
      const account = await accountNamed(argument, desk)
      const { accountId } = account
      const { token, invitation } = newInvitation(
        account,
        oneOf(role, roles, 'role'),
        desk.random32(),
        desk.now,
        defined({ email }),
      )
      // As for a key: a link that nobody was shown must not come to be.
      await note(desk, accountId, 'member-invited', shownInvitation(invitation))
      await desk.members.invite(invitation)
      const path = `/join/${token}`
      const dashboardUrl = await desk.dashboardUrl()
      const where =
        dashboardUrl === undefined ? { 'open below the dashboard': path } : { open: `${dashboardUrl}${path}` }
      return {
        json: {
          accountId,
          role,
          path,
          ...(dashboardUrl === undefined ? {} : { link: `${dashboardUrl}${path}` }),
          expiresAt: invitation.expiresAt,
        },
        text: `${facts({ account: accountId, role, ...where, expires: invitation.expiresAt })}\nPass it on now: it is shown this once, and good once.`,
      }
    },
  },
  {
    words: ['member', 'list'],
    does: 'Lists the members and the open invitations of an account.',
    argument: 'NAME',
    options: {},
    async run(argument, _given, desk) {
      const account = await accountNamed(argument, desk)
      const { accountId } = account
      const { members, invitations } = await desk.members.list(accountId)
      const rows = await Promise.all(
        members.map(async (member) => {
          const person = await desk.people.find(member.personId)
          return { ...member, name: shownName(person ?? member), email: person?.email }
        }),
      )
      const shown = rows.map(({ personId, name, email, role, since }) => ({
        person: personId,
        name,
        email,
        role,
        since,
      }))
      const open = goodInvitations(invitations, account, members, desk.now).map(
        ({ secretHash, role, email, expiresAt }) => ({
          invitation: invitationId(secretHash),
          email,
          role,
          expires: expiresAt,
        }),
      )
      return {
        json: { members: shown, invitations: open },
        text: [
          table(shown, `The account "${accountId}" has no members.`),
          ...(open.length === 0 ? [] : ['', table(open, '')]),
        ].join('\n'),
      }
    },
  },
  {
    words: ['member', 'remove'],
    does: 'Removes a member from an account, revokes the tokens of their command lines, and ends the invitations they made.',
    argument: 'NAME',
    options: { person: 'ID' },
    required: ['person'],
    async run(argument, { person = '' }, desk) {
      const { accountId } = await accountNamed(argument, desk)
      if ((await desk.members.find(accountId, person)) === undefined)
        throw new Refused(`"${accountId}" has no member ${JSON.stringify(person)}: "member list" shows the ids.`)
      await withoutTokens(desk.keys, accountId, person, desk.now, () => desk.members.remove(accountId, person))
      const known = await desk.people.find(person)
      await note(desk, accountId, 'member-removed', shownName(known ?? { personId: person }))
      return { json: { accountId, removed: person }, text: `${person} is no member of ${accountId} any more.` }
    },
  },
  {
    words: ['member', 'withdraw'],
    does: 'Withdraws an open invitation: its link lets nobody in any more. "member list" shows the ids.',
    argument: 'NAME',
    options: { invitation: 'ID' },
    required: ['invitation'],
    async run(argument, { invitation: id = '' }, desk) {
      const { accountId } = await accountNamed(argument, desk)
      const { invitations } = await desk.members.list(accountId)
      const found = invitations.find(({ secretHash }) => invitationId(secretHash) === id)
      if (found === undefined || !(await desk.members.take(accountId, found.secretHash)))
        throw new Refused(`"${accountId}" has no invitation ${JSON.stringify(id)}: "member list" shows the ids.`)
      await note(desk, accountId, 'invitation-withdrawn', shownInvitation(found))
      return { json: { accountId, withdrawn: id }, text: `The link of ${id} lets nobody in any more.` }
    },
  },
]
