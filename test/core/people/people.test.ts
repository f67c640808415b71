// The rules about people that need no store.

import { describe, expect, it } from 'vitest'
import {
  isAlive,
  isToBeNoted,
  localPath,
  newCookie,
  newSession,
  pendingExpiry,
} from '../../../core/people/browser-session.ts'
import { hasLetIn, isFor, isGood, newInvitation, readInvitationToken } from '../../../core/people/invitation.ts'
import { isPersonalAccountId, personalAccountId, personIdOf, shownName } from '../../../core/people/person.ts'
import { higherRole, permissions, permissionsOf, roles } from '../../../core/people/roles.ts'

describe('a person', () => {
  it('is told by issuer and subject together, and by nothing that could be glued differently', () => {
    const id = personIdOf('https://issuer.example', 'ana')
    expect(id).toMatch(/^[a-z2-7]{26}$/)
    // It never changes: memberships and tokens are found by it.
    expect(id).toBe('x2vf2cksbe7af4knxvg6o2zu2r')
    expect(personIdOf('https://issuer.examplea', 'na')).not.toBe(id)
    expect(personalAccountId(id)).toMatch(/^p-[a-z2-7]{20}$/)
    const own = personalAccountId(id)
    expect(isPersonalAccountId(own)).toBe(true)
    expect(['acme', 'p-acme', `x${own}`, `${own}a`].filter(isPersonalAccountId)).toEqual([])
  })

  it('is told to others by name, without one by address, and else by id', () => {
    const person = { personId: 'ana', name: 'Ana', email: 'ana@example.com' }
    const { name: _, ...nameless } = person
    expect([person, nameless, { personId: 'ana' }].map(shownName)).toEqual(['Ana', 'ana@example.com', 'ana'])
  })
})

describe('roles', () => {
  it('grow: each may do what the one before may', () => {
    const [viewer, developer, owner] = roles.map((role) => permissionsOf(role, 'organization'))
    expect(developer).toEqual(expect.arrayContaining([...(viewer ?? [])]))
    expect(owner).toEqual([...permissions])
    expect(viewer).not.toContain('generate-key')
    expect(developer).not.toContain('revoke-any-key')
    expect(higherRole('developer', 'viewer')).toBe('developer')
    expect(higherRole('developer', 'owner')).toBe('owner')
  })

  it('never give a personal account keys or members', () => {
    for (const role of roles)
      expect(permissionsOf(role, 'personal')).toEqual(['see-savings', 'own-tokens', 'see-settings', 'change-settings'])
  })
})

describe('a browser session', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  const hour = 3_600_000

  it('ends twelve hours after its last use and seven days after its first', () => {
    const session = newSession(newCookie(new Uint8Array(32)), 'ana', now)
    const seen = (later: number) => ({ ...session, lastSeenAt: new Date(now + later).toISOString() })
    expect([11.9, 12].map((hours) => isAlive(session, now + hours * hour))).toEqual([true, false])
    expect([167.9, 168].map((hours) => isAlive(seen(160 * hour), now + hours * hour))).toEqual([true, false])
    expect([4, 5].map((minutes) => isToBeNoted(session, now + minutes * 60_000))).toEqual([false, true])
  })

  it('is noted again where a clock that was ahead has noted its use', () => {
    const session = newSession(newCookie(new Uint8Array(32)), 'ana', now)
    expect([4, 5].map((minutes) => isToBeNoted(session, now - minutes * 60_000))).toEqual([false, true])
  })
})

describe('where to go after signing in', () => {
  const longest = `/${'a'.repeat(1_998)}`
  it.each(['/', '/keys', '/sessions/1?x=/a//b#c', '/join/acme.abc', longest])('is %s', (to) =>
    expect(localPath(to)).toBe(to),
  )
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'keys',
    '',
    '/a b',
    '/\u202e',
    '/\n',
    `${longest}a`,
    null,
  ])('is never %j', (to) => expect(localPath(to)).toBe('/'))
})

describe('the way back from the issuer', () => {
  it('may take ten minutes', () => {
    expect(pendingExpiry(Date.parse('2026-11-21T10:00:00.000Z'))).toBe('2026-11-21T10:10:00.000Z')
  })
})

describe('an invitation', () => {
  const account = { accountId: 'acme', kind: 'organization', createdAt: '2026-11-21T00:00:00.000Z' } as const
  const now = Date.parse('2026-11-21T10:00:00.000Z')
  const { token, invitation } = newInvitation(account, 'developer', new Uint8Array(32).fill(1), now)
  const [, secret] = token.split('.')

  it('is read from its link, and from nothing that only looks like one', () => {
    expect(readInvitationToken(token)).toEqual({ accountId: 'acme', secretHash: invitation.secretHash })
    for (const other of [
      `.${secret}`,
      `ac me.${secret}`,
      `ac#me.${secret}`,
      `${token}a`,
      token.slice(0, -1),
      `acme-${secret}`,
    ])
      expect(readInvitationToken(other), other).toBeUndefined()
  })

  it('of the operator is good while the account is the same', () => {
    expect(isGood(invitation, account, undefined)).toBe(true)
    expect(isGood(invitation, undefined, undefined)).toBe(false)
    expect(isGood(invitation, { ...account, createdAt: '2026-11-21T10:00:00.001Z' }, undefined)).toBe(false)
  })

  it('of a member is good while that member may invite', () => {
    const ofMember = { ...invitation, createdBy: 'ana' }
    expect((['owner', 'developer', undefined] as const).map((role) => isGood(ofMember, account, role))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('may be accepted again for an hour by whom it has let in, and is no other link', () => {
    const letInBy = { secretHash: invitation.secretHash, at: new Date(now).toISOString() }
    expect(hasLetIn(invitation.secretHash, letInBy, now + 3_599_999)).toBe(true)
    expect(hasLetIn(invitation.secretHash, letInBy, now + 3_600_000)).toBe(false)
    expect(hasLetIn('f'.repeat(64), letInBy, now)).toBe(false)
  })
})

describe('an invitation for an address', () => {
  const to = { accountId: 'acme', createdAt: '2026-11-21T00:00:00.000Z' }
  const { invitation } = newInvitation(to, 'owner', new Uint8Array(32), 0, { email: 'Mike@example.com' })

  it.each([
    ['mike@EXAMPLE.com', true],
    ['mike@example.com.', false],
    // The sign of kelvin, which is another address with a small letter of its own that is ours.
    ['mi\u212ae@example.com', false],
    ['m\u0130ke@example.com', false],
  ])('is for %j: %j', (email, isTheirs) => {
    expect(isFor(invitation, { email, emailVerified: true })).toBe(isTheirs)
    expect(isFor(invitation, { email, emailVerified: false })).toBe(false)
  })
})
