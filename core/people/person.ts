// Who signs in. An issuer's word for a person is all that makes one: e-mail addresses change hands.

import { createHash } from 'node:crypto'

export interface Person {
  readonly personId: string
  readonly issuer: string
  readonly subject: string
  /** Shown, and never an identity. */
  readonly email?: string
  readonly emailVerified: boolean
  readonly name?: string
  /** ISO 8601; absent: never. */
  readonly lastSignInAt?: string
}

/** What an issuer says of somebody who has just signed in. */
export type Identified = Pick<Person, 'issuer' | 'subject' | 'email' | 'emailVerified' | 'name'>

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** 26 characters (130 bits) of the digest of issuer and subject: one item, and no two people can be the same one. */
export const personIdOf = (issuer: string, subject: string): string => {
  const bits = [...createHash('sha256').update(`${issuer}\0${subject}`).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  return Array.from({ length: 26 }, (_, index) =>
    alphabet.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
  ).join('')
}

/** How a person is told to others. */
export const shownName = ({ name, email, personId }: Pick<Person, 'name' | 'email' | 'personId'>): string =>
  name ?? email ?? personId

/** The account of a person's own. */
export const personalAccountId = (personId: string): string => `p-${personId.slice(0, 20)}`

/** Whether an account is called so. The dashboard may make accounts of such names, and no others. */
export const isPersonalAccountId = (accountId: string): boolean => /^p-[a-z2-7]{20}$/.test(accountId)
