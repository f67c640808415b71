// The rules about people that need no store.

import { describe, expect, it } from 'vitest'
import { isAlive, isToBeNoted, localPath, newCookie, newSession } from '../../../core/people/browser-session.ts'
import { isFor, newInvitation } from '../../../core/people/invitation.ts'
import { isPersonalAccountId, personalAccountId, personIdOf } from '../../../core/people/person.ts'
import { higherRole, permissions, permissionsOf, roles } from '../../../core/people/roles.ts'

describe('a person', () => {
  it('is told by issuer and subject together, and by nothing that could be glued differently', () => {
    const id = personIdOf('https://issuer.example', 'ana')
    expect(id).toMatch(/^[a-z2-7]{26}$/)
    expect(personIdOf('https://issuer.example', 'ana')).toBe(id)
    expect(personIdOf('https://issuer.examplea', 'na')).not.toBe(id)
    expect(personalAccountId(id)).toMatch(/^p-[a-z2-7]{20}$/)
    expect([personalAccountId(id), 'acme', 'p-acme', `x${personalAccountId(id)}`].map(isPersonalAccountId)).toEqual([
      true,
      false,
      false,
      false,
    ])
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
})

describe('where to go after signing in', () => {
  it.each(['/', '/keys', '/sessions/1?x=/a//b#c', '/join/acme.abc'])('is %s', (to) => expect(localPath(to)).toBe(to))
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'keys', '', '/a b', '/\u202e', '/\n', null])(
    'is never %j',
    (to) => expect(localPath(to)).toBe('/'),
  )
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
