// People, members, sessions, logins of machines and the audit in memory: the same ports as the adapters, proven by the same contract.

import { type AuditEvent, auditPageSize } from '../../core/people/audit.ts'
import type { BrowserSession, PendingSignIn } from '../../core/people/browser-session.ts'
import { type DeviceLogin, isDecided, isOver } from '../../core/people/device-login.ts'
import { type Invitation, isOverdue } from '../../core/people/invitation.ts'
import type { Person } from '../../core/people/person.ts'
import type {
  AuditStore,
  BrowserSessionStore,
  DeviceLoginStore,
  Member,
  MemberStore,
  PersonStore,
  Seen,
} from '../../core/people/stores.ts'

/** Several stores over one of each map are replicas of one store. */
export const memoryPeople = (items: Map<string, Person> = new Map()): PersonStore => ({
  async find(personId) {
    return items.get(personId)
  },
  async put(person) {
    items.set(person.personId, person)
  },
})

export const memoryMembers = (
  members: Map<string, Member> = new Map(),
  invitations: Map<string, Invitation> = new Map(),
): MemberStore => {
  const name = (accountId: string, id: string): string => `${accountId}#${id}`
  const isSeen = (accountId: string, personId: string, { role, otherOwner }: Seen): boolean =>
    members.get(name(accountId, personId))?.role === role &&
    (otherOwner === undefined || members.get(name(accountId, otherOwner))?.role === 'owner')
  return {
    async find(accountId, personId) {
      return members.get(name(accountId, personId))
    },
    async list(accountId) {
      const own = <One extends { readonly accountId: string }>(all: Map<string, One>): One[] =>
        [...all.values()].filter((one) => one.accountId === accountId)
      return {
        members: own(members).sort((one, other) => (one.personId < other.personId ? -1 : 1)),
        invitations: own(invitations).sort((one, other) => (one.secretHash < other.secretHash ? -1 : 1)),
      }
    },
    async ofPerson(personId) {
      return [...members.values()]
        .filter((member) => member.personId === personId)
        .sort((one, other) => (one.accountId < other.accountId ? -1 : 1))
    },
    async add(member) {
      const at = name(member.accountId, member.personId)
      if (members.has(at)) return false
      members.set(at, member)
      return true
    },
    async change(member, seen) {
      if (!isSeen(member.accountId, member.personId, seen)) return false
      members.set(name(member.accountId, member.personId), member)
      return true
    },
    async remove(accountId, personId, seen) {
      if (seen !== undefined && !isSeen(accountId, personId, seen)) return false
      members.delete(name(accountId, personId))
      return true
    },
    async invite(invitation) {
      invitations.set(name(invitation.accountId, invitation.secretHash), invitation)
    },
    async invitation(accountId, secretHash, now) {
      const found = invitations.get(name(accountId, secretHash))
      return found === undefined || isOverdue(found, now) ? undefined : found
    },
    async take(accountId, secretHash) {
      return invitations.delete(name(accountId, secretHash))
    },
    async accept(secretHash, member, before) {
      const at = name(member.accountId, member.personId)
      if (members.get(at)?.role !== before?.role) return false
      if (!invitations.delete(name(member.accountId, secretHash))) return false
      members.set(at, member)
      return true
    },
  }
}

export const memoryBrowserSessions = (
  sessions: Map<string, BrowserSession> = new Map(),
  pending: Map<string, PendingSignIn> = new Map(),
): BrowserSessionStore => ({
  async find(sessionHash) {
    return sessions.get(sessionHash)
  },
  async start(session) {
    sessions.set(session.sessionHash, session)
  },
  async touch(sessionHash, now) {
    const session = sessions.get(sessionHash)
    if (session !== undefined) sessions.set(sessionHash, { ...session, lastSeenAt: new Date(now).toISOString() })
  },
  async end(sessionHash) {
    sessions.delete(sessionHash)
  },
  async startSignIn(signIn) {
    pending.set(signIn.sessionHash, signIn)
  },
  async takeSignIn(sessionHash) {
    const found = pending.get(sessionHash)
    pending.delete(sessionHash)
    return found
  },
})

export const memoryDeviceLogins = (logins: Map<string, DeviceLogin> = new Map()): DeviceLoginStore => ({
  async start(login) {
    logins.set(login.deviceCodeHash, login)
  },
  async findByUserCode(userCodeHash) {
    return [...logins.values()]
      .filter((login) => login.userCodeHash === userCodeHash)
      .sort((one, other) => (one.requestedAt < other.requestedAt ? 1 : -1))[0]
  },
  async decide(deviceCodeHash, decision, now) {
    const login = logins.get(deviceCodeHash)
    if (login === undefined || isOver(login, now)) return false
    if (login.status !== 'pending') return isDecided(login, decision)
    logins.set(deviceCodeHash, { ...login, ...decision })
    return true
  },
  async poll(deviceCodeHash, now) {
    const login = logins.get(deviceCodeHash)
    if (login !== undefined) logins.set(deviceCodeHash, { ...login, lastPolledAt: new Date(now).toISOString() })
    return login
  },
  async take(deviceCodeHash) {
    const login = logins.get(deviceCodeHash)
    if (login?.status !== 'approved' || login.isTaken === true) return undefined
    logins.set(deviceCodeHash, { ...login, isTaken: true })
    return login
  },
})

export const memoryAudit = (events: Map<string, AuditEvent> = new Map()): AuditStore => ({
  async put(event) {
    if (!events.has(event.eventId)) events.set(event.eventId, event)
  },
  async list(accountId, month, before = '~') {
    return [...events.values()]
      .filter((event) => event.accountId === accountId && event.at.startsWith(month) && event.eventId < before)
      .sort((one, other) => (one.eventId < other.eventId ? 1 : -1))
      .slice(0, auditPageSize)
  },
})
