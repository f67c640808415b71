// Where people are kept, as the core sees it. Everything throws `StoreUnreachable`.

import type { AuditEvent } from './audit.ts'
import type { BrowserSession, PendingSignIn } from './browser-session.ts'
import type { DeviceDecision, DeviceLogin } from './device-login.ts'
import type { Invitation } from './invitation.ts'
import type { Person } from './person.ts'

export interface PersonStore {
  find(personId: string): Promise<Person | undefined>
  /** Notes what the issuer said when the person signed in. */
  put(person: Person): Promise<void>
}

export interface Member {
  readonly accountId: string
  readonly personId: string
  /** A `Role`; of what a newer version has given, maybe one that is not known here. */
  readonly role: string
  /** ISO 8601. */
  readonly since: string
  /** The link that let them in last, as what, and when, ISO 8601. */
  readonly letInBy?: { readonly secretHash: string; readonly role: string; readonly at: string }
}

/** What must still be so when a membership changes or ends. */
export interface Seen {
  /** Of the member. */
  readonly role: string
  /** The person who must still be an owner too: named where an owner goes, so that one stays whatever others do at that moment. */
  readonly otherOwner?: string
}

export interface MemberStore {
  /** As the last write left it: who was removed is out at once. */
  find(accountId: string, personId: string): Promise<Member | undefined>
  /** Everybody, and the invitations that nobody has accepted yet. */
  list(accountId: string): Promise<{ readonly members: readonly Member[]; readonly invitations: readonly Invitation[] }>
  /** Read from an index: a membership of the last second may be missing. */
  ofPerson(personId: string): Promise<readonly Member[]>
  /** Makes somebody a member; false where they are one already. */
  add(member: Member): Promise<boolean>
  /** Gives another role; false where it is not as seen any more: who was removed meanwhile stays out. */
  change(member: Member, seen: Seen): Promise<boolean>
  /** Ends a membership; false where it is not as seen any more. Without `seen`, whatever it is. */
  remove(accountId: string, personId: string, seen?: Seen): Promise<boolean>
  invite(invitation: Invitation): Promise<void>
  /** The invitation, unless it was accepted or has expired. `now` in milliseconds since the epoch. */
  invitation(accountId: string, secretHash: string, now: number): Promise<Invitation | undefined>
  /** Takes it away. False when somebody else has. */
  take(accountId: string, secretHash: string): Promise<boolean>
  /**
   * Takes it away for who accepts it, and writes the membership, over `before` where there is one: both or neither, so that no outage uses
   * up a link which has let nobody in. False when it is gone, or the membership is not `before` any more.
   */
  accept(secretHash: string, member: Member, before?: Member): Promise<boolean>
}

export interface BrowserSessionStore {
  /** As the last write left it: who signed out is out at once. */
  find(sessionHash: string): Promise<BrowserSession | undefined>
  start(session: BrowserSession): Promise<void>
  /** Notes a use. `now` in milliseconds since the epoch. */
  touch(sessionHash: string, now: number): Promise<void>
  end(sessionHash: string): Promise<void>
  startSignIn(pending: PendingSignIn): Promise<void>
  /** Gives it once: a second return from the issuer finds nothing. */
  takeSignIn(sessionHash: string): Promise<PendingSignIn | undefined>
}

export interface DeviceLoginStore {
  start(login: DeviceLogin): Promise<void>
  /** Read from an index: a login of the last second may be missing. Those that are over are found too. */
  findByUserCode(userCodeHash: string): Promise<DeviceLogin | undefined>
  /** Decides, once; the same decision again is true again. False when somebody has decided otherwise, or when it is over. `now` in milliseconds since the epoch, here and below. */
  decide(deviceCodeHash: string, decision: DeviceDecision, now: number): Promise<boolean>
  /** Notes that the machine asks, and gives the login as it was before. */
  poll(deviceCodeHash: string, now: number): Promise<DeviceLogin | undefined>
  /** Gives an approved login, once: to one of those who ask at once. */
  take(deviceCodeHash: string): Promise<DeviceLogin | undefined>
}

export interface AuditStore {
  put(event: AuditEvent): Promise<void>
  /** Newest first, of one month (`2026-11`), before an event if one is named; `auditPageSize` at most. */
  list(accountId: string, month: string, before?: string): Promise<readonly AuditEvent[]>
}
