// How long a browser stays signed in. The cookie is 256 random bits; the table knows their digest alone, so that what is
// read there opens nothing, and deleting the row ends the session everywhere.

import { createHash } from 'node:crypto'

export interface BrowserSession {
  /** SHA-256 of the cookie, hex. */
  readonly sessionHash: string
  readonly personId: string
  /** ISO 8601, like those below. */
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
}

/** What is kept between leaving for the issuer and coming back. */
export interface PendingSignIn {
  readonly sessionHash: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The path to go to afterwards. */
  readonly to: string
  readonly expiresAt: string
}

const hour = 3_600_000
const idleMilliseconds = 12 * hour
const wholeMilliseconds = 7 * 24 * hour
/** As long as its cookie lives. */
export const sessionSeconds = wholeMilliseconds / 1000
const seenMilliseconds = 5 * 60_000
const pendingMilliseconds = 10 * 60_000
export const pendingSeconds = pendingMilliseconds / 1000

export const sessionHash = (cookie: string): string => createHash('sha256').update(cookie).digest('hex')

/** 256 random bits as a cookie's value. */
export const newCookie = (randomBytes32: Uint8Array): string => Buffer.from(randomBytes32).toString('base64url')

/** `now` in milliseconds since the epoch, here and below. */
export const newSession = (cookie: string, personId: string, now: number): BrowserSession => {
  const at = new Date(now).toISOString()
  const expiresAt = new Date(now + wholeMilliseconds).toISOString()
  return { sessionHash: sessionHash(cookie), personId, createdAt: at, lastSeenAt: at, expiresAt }
}

export const isAlive = ({ lastSeenAt, expiresAt }: BrowserSession, now: number): boolean =>
  now < Date.parse(expiresAt) && now - Date.parse(lastSeenAt) < idleMilliseconds

/** Whether the use is to be noted: at most once in five minutes. What a clock noted that was ahead is noted again: it would count as used for longer. */
export const isToBeNoted = ({ lastSeenAt }: BrowserSession, now: number): boolean =>
  Math.abs(now - Date.parse(lastSeenAt)) >= seenMilliseconds

export const pendingExpiry = (now: number): string => new Date(now + pendingMilliseconds).toISOString()

/** A path of this site to go to after signing in; anything else is `/`. `//host` and `/\host` are other sites. */
export const localPath = (to: string | null | undefined): string =>
  typeof to === 'string' && to.length < 2_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(to) ? to : '/'
