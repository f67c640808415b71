// Signing in a machine that has no browser (RFC 8628): it asks for two codes, shows the short one, and keeps asking with the long
// one until a person who is signed in elsewhere has approved or denied. Tables know the digests of both alone.

import { createHash } from 'node:crypto'

export interface DeviceLogin {
  /** SHA-256 of the code that the machine keeps, hex. */
  readonly deviceCodeHash: string
  /** SHA-256 of the code that a person compares, hex. */
  readonly userCodeHash: string
  /** What the machine calls itself. */
  readonly device: string
  /** The program that asks, as it calls itself. */
  readonly program: string
  /** The address that the request came from. */
  readonly address: string
  readonly status: 'pending' | 'approved' | 'denied'
  /** Who decided; absent while nobody has. */
  readonly personId?: string
  /** What the token will belong to; of an approved one. */
  readonly accountId?: string
  /** ISO 8601, like those below. */
  readonly requestedAt: string
  readonly expiresAt: string
  readonly lastPolledAt?: string
  /** The machine has got its token: until it is over, its login stands there for who repeats the approval. */
  readonly isTaken?: true
}

/** What a person said to a machine that waits. */
export type DeviceDecision =
  | { readonly status: 'approved'; readonly personId: string; readonly accountId: string }
  | { readonly status: 'denied'; readonly personId: string }

export const deviceLoginSeconds = 600
/** How long a machine waits between two questions. */
export const pollSeconds = 3
/** Less than the interval: a question that took a shorter way than the one before it is not too early. */
const earliestPollMilliseconds = pollSeconds * 1000 - 500

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Consonants without Y: no word comes of them, and no letter looks like another. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLetters = 8

/** From 256 random bits, of which eight letters take 35: every code is as likely as another. */
const userCodeFrom = (randomBytes32: Uint8Array): string => {
  let rest = BigInt(`0x${Buffer.from(randomBytes32).toString('hex')}`)
  let code = ''
  for (let count = 0; count < codeLetters; count += 1) {
    code += letters.charAt(Number(rest % BigInt(letters.length)))
    rest /= BigInt(letters.length)
  }
  return code
}

/** A code as people type it (`bcdf ghjk`) as its letters, or nothing when it cannot be one. */
export const readUserCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return new RegExp(`^[${letters}]{${codeLetters}}$`).test(code) ? code : undefined
}

export const userCodeHash = (code: string): string => digest(code)
export const deviceCodeHash = (code: string): string => digest(code)

export interface NewDeviceLogin {
  /** Both are shown once. */
  readonly deviceCode: string
  /** `BCDF-GHJK`. */
  readonly userCode: string
  readonly login: DeviceLogin
}

/** Two times 32 random bytes; `now` in milliseconds since the epoch. */
export const newDeviceLogin = (
  asked: Pick<DeviceLogin, 'device' | 'program' | 'address'>,
  random: { readonly device: Uint8Array; readonly user: Uint8Array },
  now: number,
): NewDeviceLogin => {
  const deviceCode = Buffer.from(random.device).toString('base64url')
  const code = userCodeFrom(random.user)
  return {
    deviceCode,
    userCode: `${code.slice(0, 4)}-${code.slice(4)}`,
    login: {
      ...asked,
      deviceCodeHash: deviceCodeHash(deviceCode),
      userCodeHash: userCodeHash(code),
      status: 'pending',
      requestedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + deviceLoginSeconds * 1000).toISOString(),
    },
  }
}

/** The errors of RFC 8628 3.5, and of RFC 6749 5.2 for a code that nobody gave out or that was used. */
export type DeviceError = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant'

export const isOver = ({ expiresAt }: Pick<DeviceLogin, 'expiresAt'>, now: number): boolean =>
  Date.parse(expiresAt) <= now

/** Whether this was decided already: a person who got no answer sends a decision again, and is answered as if it were the first time. */
export const isDecided = (
  { status, personId, accountId }: Pick<DeviceLogin, 'status' | 'personId' | 'accountId'>,
  decision: DeviceDecision,
): boolean =>
  status === decision.status &&
  personId === decision.personId &&
  (decision.status === 'denied' || accountId === decision.accountId)

/** What a machine that asks is told, from the login as the question before this one left it; nothing if it is approved. */
export const deviceError = (login: DeviceLogin | undefined, now: number): DeviceError | undefined => {
  if (login === undefined || login.isTaken === true) return 'invalid_grant'
  if (login.status === 'denied') return 'access_denied'
  if (isOver(login, now)) return 'expired_token'
  if (login.status === 'approved') return undefined
  const { lastPolledAt } = login
  const isEarly = lastPolledAt !== undefined && now - Date.parse(lastPolledAt) < earliestPollMilliseconds
  return isEarly ? 'slow_down' : 'authorization_pending'
}
