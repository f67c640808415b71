// `member add | list | remove`: for the first owner of an account, and for anyone whom its owners cannot let in or out themselves.

import { defined } from '../../core/collections/defined.ts'
import { newInvitation } from '../../core/people/invitation.ts'
import { shownName } from '../../core/people/person.ts'
import { revokeTokensOf } from '../../core/people/person-tokens.ts'
import { roles } from '../../core/people/roles.ts'
import { accountNamed } from './account-commands.ts'
import type { Command } from './command.ts'
import { Refused } from './faults.ts'
import { facts, table } from './output.ts'
import { oneOf } from './values.ts'

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
      const { accountId } = await accountNamed(argument, desk)
      const { token, invitation } = newInvitation(
        accountId,
        oneOf(role, roles, 'role'),
        desk.random32(),
        desk.now,
        defined({ email }),
      )
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
      const { accountId } = await accountNamed(argument, desk)
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
      const open = invitations.map(({ role, email, expiresAt }) => ({
        invitation: email ?? '-',
        role,
        expires: expiresAt,
      }))
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
    does: 'Removes a member from an account, and revokes the tokens of their command lines.',
    argument: 'NAME',
    options: { person: 'ID' },
    required: ['person'],
    async run(argument, { person = '' }, desk) {
      const { accountId } = await accountNamed(argument, desk)
      if ((await desk.members.find(accountId, person)) === undefined)
        throw new Refused(`"${accountId}" has no member ${JSON.stringify(person)}: "member list" shows the ids.`)
      await desk.members.remove(accountId, person)
      await revokeTokensOf(desk.keys, accountId, person, desk.now)
      return { json: { accountId, removed: person }, text: `${person} is no member of ${accountId} any more.` }
    },
  },
]
