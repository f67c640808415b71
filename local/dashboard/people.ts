// The people of a service on this machine: one for every role, and one with an account of their own. Their issuer is part
// of the service; nobody else can be let in.

import { randomBytes } from 'node:crypto'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoMembers } from '../../adapters/dynamo/people/members.ts'
import { dynamoPeople } from '../../adapters/dynamo/people/people.ts'
import { personalAccountId, personIdOf } from '../../core/people/person.ts'
import { defaultPersonalPolicy, newPersonalAccount } from '../../core/people/personal-account.ts'
import type { Role } from '../../core/people/roles.ts'
import { localAccount } from '../data/first-account.ts'

export interface LocalPerson {
  /** What the issuer calls them. */
  readonly subject: string
  readonly name: string
  readonly email: string
  /** In the account `local`; absent: they have an account of their own. */
  readonly role?: Role
}

export const localPeople: readonly LocalPerson[] = [
  { subject: 'owner', name: 'Olga Owner', email: 'owner@localhost.example', role: 'owner' },
  { subject: 'developer', name: 'David Developer', email: 'developer@localhost.example', role: 'developer' },
  { subject: 'viewer', name: 'Vera Viewer', email: 'viewer@localhost.example', role: 'viewer' },
  { subject: 'person', name: 'Petra Person', email: 'person@localhost.example' },
]

/** The issuer of a service on this machine, at any port. */
const localIssuer = /^http:\/\/localhost:\d+\/issuer$/

/** Makes them members. What they were under another port's issuer goes: nobody can sign in there any more. */
export const ensurePeople = async (dynamo: Dynamo, issuer: string, now: number): Promise<void> => {
  const members = dynamoMembers(dynamo)
  const people = dynamoPeople(dynamo)
  const since = new Date(now).toISOString()
  for (const { personId } of (await members.list(localAccount)).members) {
    const person = await people.find(personId)
    if (person !== undefined && person.issuer !== issuer && localIssuer.test(person.issuer))
      await members.remove(localAccount, personId)
  }
  for (const { subject, name, email, role } of localPeople) {
    const personId = personIdOf(issuer, subject)
    const accountId = role === undefined ? personalAccountId(personId) : localAccount
    if (role === undefined)
      await dynamoAccounts(dynamo).put(newPersonalAccount(personId, defaultPersonalPolicy, randomBytes(32), now))
    if ((await people.find(personId)) === undefined)
      await people.put({ personId, issuer, subject, name, email, emailVerified: true })
    if ((await members.find(accountId, personId)) === undefined)
      await members.add({ accountId, personId, role: role ?? 'owner', since })
  }
}
