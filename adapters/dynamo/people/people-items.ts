// What the items of the tables of people look like, judged on read. Attributes carry the names of the core's types; an
// expiry is kept in seconds as well, where DynamoDB looks for it.

import * as z from 'zod'
import type { AuditEvent } from '../../../core/people/audit.ts'
import type { BrowserSession, PendingSignIn } from '../../../core/people/browser-session.ts'
import type { DeviceLogin } from '../../../core/people/device-login.ts'
import type { Invitation } from '../../../core/people/invitation.ts'
import type { Person } from '../../../core/people/person.ts'
import type { Member } from '../../../core/people/stores.ts'
import { reader } from '../items.ts'

const moment = z.iso.datetime()
const seconds = z.number().transform((at) => new Date(at * 1000).toISOString())

/** Of a moment in ISO 8601: the whole second after it. */
export const expirySeconds = (at: string): number => Math.ceil(Date.parse(at) / 1000)

const person = z.object({
  personId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().exactOptional(),
  emailVerified: z.boolean(),
  name: z.string().exactOptional(),
  lastSignInAt: moment.exactOptional(),
})
// With what is not known here: a change writes the whole item.
const member = z.looseObject({
  accountId: z.string(),
  personId: z.string(),
  role: z.string(),
  since: moment,
  letInBy: z.object({ secretHash: z.string(), role: z.string(), at: moment }).exactOptional(),
})
const invitation = z.object({
  accountId: z.string(),
  secretHash: z.string(),
  role: z.string(),
  email: z.string().exactOptional(),
  createdBy: z.string().exactOptional(),
  createdAt: moment,
  expiresAt: seconds,
})
const browserSession = z.object({
  sessionHash: z.string(),
  personId: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: seconds,
})
const pendingSignIn = z.object({
  sessionHash: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  expiresAt: seconds,
})
const deviceLogin = z.object({
  deviceCodeHash: z.string(),
  userCodeHash: z.string(),
  device: z.string(),
  program: z.string(),
  address: z.string(),
  // Whatever else a newer version has made of it is no approval.
  status: z.enum(['pending', 'approved', 'denied']).catch('denied'),
  personId: z.string().exactOptional(),
  accountId: z.string().exactOptional(),
  requestedAt: moment,
  expiresAt: seconds,
  lastPolledAt: moment.exactOptional(),
  isTaken: z.literal(true).exactOptional(),
})
const auditEvent = z.object({
  accountId: z.string(),
  eventId: z.string(),
  at: moment,
  accountCreatedAt: moment.exactOptional(),
  personId: z.string(),
  by: z.string(),
  action: z.string(),
  target: z.string(),
})

/** What an item has beside a person's attributes: noted by a newer version, and not known here. */
export const besidePerson = (item: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !Object.hasOwn(person.shape, name)))

/** Throws if the item is not a valid person. */
export const readPerson: (item: unknown) => Person = reader('people', person)
/** Throws if the item is not a valid member. */
export const readMember: (item: unknown) => Member = reader('members', member)
/** Throws if the item is not a valid invitation. */
export const readInvitation: (item: unknown) => Invitation = reader('members', invitation)
/** Throws if the item is not a valid session. */
export const readBrowserSession: (item: unknown) => BrowserSession = reader('browser-sessions', browserSession)
/** Throws if the item is not a valid sign-in. */
export const readPendingSignIn: (item: unknown) => PendingSignIn = reader('browser-sessions', pendingSignIn)
/** Throws if the item is not a valid login. */
export const readDeviceLogin: (item: unknown) => DeviceLogin = reader('device-logins', deviceLogin)
/** Throws if the item is not a valid event. */
export const readAuditEvent: (item: unknown) => AuditEvent = reader('audit', auditEvent)
