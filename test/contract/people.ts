// What every store of people promises.

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newSession, pendingExpiry, sessionHash } from '../../core/people/browser-session.ts'
import { type DeviceDecision, newDeviceLogin } from '../../core/people/device-login.ts'
import { newInvitation } from '../../core/people/invitation.ts'
import { personIdOf } from '../../core/people/person.ts'
import type {
  AuditStore,
  BrowserSessionStore,
  DeviceLoginStore,
  Member,
  MemberStore,
  PersonStore,
} from '../../core/people/stores.ts'

export interface PeopleStores {
  readonly people: () => PersonStore
  readonly members: () => MemberStore
  readonly browserSessions: () => BrowserSessionStore
  readonly deviceLogins: () => DeviceLoginStore
  readonly audit: () => AuditStore
}

const now = Date.parse('2026-11-21T10:00:00.000Z')
const at = (milliseconds = 0): string => new Date(now + milliseconds).toISOString()
const random = (): string => randomBytes(6).toString('hex')
const member = (accountId: string, personId: string, role: Member['role'] = 'viewer'): Member => ({
  accountId,
  personId,
  role,
  since: at(),
})

export const peopleContract = (stores: () => PeopleStores): void => {
  it('gives a person back, with what the issuer said last', async () => {
    const [issuer, subject] = ['https://issuer.example', random()]
    const person = { personId: personIdOf(issuer, subject), issuer, subject, emailVerified: false }
    const later = { ...person, email: 'ana@example.com', emailVerified: true, name: 'Ana', lastSignInAt: at(1_000) }

    await stores().people().put(person)
    expect(await stores().people().find(person.personId)).toEqual(person)
    await stores().people().put(later)
    expect(await stores().people().find(person.personId)).toEqual(later)
    expect(await stores().people().find('nobody')).toBeUndefined()
  })

  it('finds members by account and by person, and gives them other roles', async () => {
    const [mine, other, ana, ben] = [random(), random(), random(), random()]
    const members = stores().members()
    for (const one of [member(mine, ana, 'owner'), member(mine, ben), member(other, ana)])
      expect(await members.add(one)).toBe(true)
    expect(await members.add(member(mine, ana))).toBe(false)

    expect(await stores().members().find(mine, ana)).toEqual(member(mine, ana, 'owner'))
    expect(await stores().members().find(mine, random())).toBeUndefined()
    expect((await members.list(mine)).members.map(({ personId }) => personId)).toEqual([ana, ben].sort())
    expect((await members.ofPerson(ana)).map(({ accountId }) => accountId)).toEqual([mine, other].sort())

    expect(await members.change(member(mine, ben, 'developer'), { role: 'viewer' })).toBe(true)
    expect(await members.change(member(mine, ana, 'viewer'), { role: 'developer' })).toBe(false)
    expect(await members.change(member(mine, ana, 'viewer'), { role: 'owner' })).toBe(true)
    expect((await members.find(mine, ana))?.role).toBe('viewer')
    expect(await members.remove(mine, ana, { role: 'owner' })).toBe(false)
    expect(await members.remove(mine, ana)).toBe(true)
    expect(await members.remove(mine, ana, { role: 'viewer' })).toBe(false)
    expect(await members.change(member(mine, ana, 'owner'), { role: 'viewer' })).toBe(false)
    expect((await members.list(mine)).members).toEqual([member(mine, ben, 'developer')])
  })

  it('changes and removes a member beside an owner only while both are as they were seen', async () => {
    const [account, ana, ben] = [random(), random(), random()]
    const members = stores().members()
    for (const one of [member(account, ana, 'owner'), member(account, ben)]) await members.add(one)
    const seen = { role: 'owner', otherOwner: ben } as const

    expect(await members.change(member(account, ana), seen)).toBe(false)
    expect(await members.remove(account, ana, seen)).toBe(false)
    expect(await members.change(member(account, ben, 'owner'), { role: 'viewer', otherOwner: ana })).toBe(true)
    expect(await members.remove(account, ana, { ...seen, role: 'viewer' })).toBe(false)
    expect(await members.remove(account, ana, { ...seen, otherOwner: random() })).toBe(false)
    expect((await members.list(account)).members.map(({ role }) => role)).toEqual(['owner', 'owner'])

    expect(await members.change(member(account, ana), seen)).toBe(true)
    expect(await members.find(account, ana)).toEqual(member(account, ana))
    expect(await members.remove(account, ana, { role: 'viewer', otherOwner: ben })).toBe(true)
    expect((await members.list(account)).members).toEqual([member(account, ben, 'owner')])
    expect(await members.ofPerson(ana)).toEqual([])
  })

  it.each<[string, (members: MemberStore, account: string, one: string, other: string) => Promise<boolean>]>([
    [
      'demoted',
      (members, account, one, otherOwner) => members.change(member(account, one), { role: 'owner', otherOwner }),
    ],
    ['removed', (members, account, one, otherOwner) => members.remove(account, one, { role: 'owner', otherOwner })],
  ])('keeps an owner where all are %s at the same moment', async (_what, go) => {
    for (let round = 0; round < 5; round += 1) {
      const [account, owners] = [random(), [random(), random(), random()]]
      for (const one of owners)
        await stores()
          .members()
          .add(member(account, one, 'owner'))
      const gone = await Promise.all(
        owners.map((one, index) => go(stores().members(), account, one, owners[(index + 1) % 3] ?? '')),
      )
      const left = (await stores().members().list(account)).members.filter(({ role }) => role === 'owner')
      expect(left.length).toBeGreaterThan(0)
      expect(gone.filter((isGone) => isGone)).toHaveLength(3 - left.length)
    }
  })

  it('takes an invitation once, and none that has expired', async () => {
    const account = random()
    const made = { accountId: account, createdAt: new Date(now).toISOString() }
    const { invitation } = newInvitation(made, 'developer', randomBytes(32), now, { email: 'ana@example.com' })
    await stores().members().invite(invitation)

    expect(await stores().members().invitation(account, invitation.secretHash, now)).toEqual(invitation)
    expect(
      await stores()
        .members()
        .invitation(account, invitation.secretHash, now + 8 * 86_400_000),
    ).toBeUndefined()
    expect(await stores().members().invitation(random(), invitation.secretHash, now)).toBeUndefined()
    expect(await stores().members().list(account)).toEqual({ members: [], invitations: [invitation] })
    // An invitation's key is no person's.
    expect(await stores().members().find(account, `invitation#${invitation.secretHash}`)).toBeUndefined()

    const taken = await Promise.all([1, 2, 3].map(() => stores().members().take(account, invitation.secretHash)))
    expect(taken.filter((won) => won)).toHaveLength(1)
    expect(await stores().members().invitation(account, invitation.secretHash, now)).toBeUndefined()
  })

  it('lets one person in by an invitation, and uses it up for nobody who is not let in', async () => {
    const [account, ana] = [random(), random()]
    const members = stores().members()
    const invited = async () => {
      const made = { accountId: account, createdAt: new Date(now).toISOString() }
      const { invitation } = newInvitation(made, 'developer', randomBytes(32), now)
      await members.invite(invitation)
      return invitation.secretHash
    }
    const first = await invited()
    const joined = [ana, random(), random()].map((one) =>
      stores()
        .members()
        .accept(first, member(account, one, 'developer')),
    )
    expect((await Promise.all(joined)).filter((isIn) => isIn)).toHaveLength(1)
    expect((await members.list(account)).members).toHaveLength(1)
    expect(await members.invitation(account, first, now)).toBeUndefined()
    expect(await members.accept(first, member(account, random()))).toBe(false)

    const second = await invited()
    await members.remove(account, ana)
    await members.add(member(account, ana))
    for (const before of [undefined, member(account, ana, 'owner')])
      expect(await members.accept(second, member(account, ana, 'developer'), before)).toBe(false)
    expect(await members.find(account, ana)).toEqual(member(account, ana))
    expect(await members.invitation(account, second, now)).toBeDefined()
    const letIn = {
      ...member(account, ana, 'developer'),
      letInBy: { secretHash: second, role: 'developer' as const, at: at() },
    }
    expect(await members.accept(second, letIn, member(account, ana))).toBe(true)
    expect(await members.find(account, ana)).toEqual(letIn)
  })

  const waiting = async () => {
    const asked = { device: 'laptop', program: 'compaction/1', address: '192.0.2.1' }
    const { login } = newDeviceLogin(asked, { device: randomBytes(32), user: randomBytes(32) }, now)
    await stores().deviceLogins().start(login)
    return login
  }
  const approved = { status: 'approved', personId: 'ana', accountId: 'acme' } as const

  it('finds a machine that waits by either code, and gives each question what the one before it left', async () => {
    const login = await waiting()
    expect(await stores().deviceLogins().findByUserCode(login.userCodeHash)).toEqual(login)
    expect(await stores().deviceLogins().findByUserCode(random())).toBeUndefined()

    expect(await stores().deviceLogins().poll(login.deviceCodeHash, now)).toEqual(login)
    const second = await stores()
      .deviceLogins()
      .poll(login.deviceCodeHash, now + 3_000)
    expect(second).toEqual({ ...login, lastPolledAt: at() })
    expect(await stores().deviceLogins().poll(random(), now)).toBeUndefined()
  })

  it('takes the same decision of the same person again, and no other, until it is over', async () => {
    const login = await waiting()
    const decide = (decision: DeviceDecision, when = now) =>
      stores().deviceLogins().decide(login.deviceCodeHash, decision, when)
    expect([await decide(approved), await decide(approved)]).toEqual([true, true])
    expect(await decide({ ...approved, accountId: 'other' })).toBe(false)
    expect(await decide({ ...approved, personId: 'ben' })).toBe(false)
    expect(await decide({ status: 'denied', personId: 'ana' })).toBe(false)
    expect(await decide(approved, now + 600_000)).toBe(false)
    const denied = await waiting()
    const deny = (personId: string) =>
      stores().deviceLogins().decide(denied.deviceCodeHash, { status: 'denied', personId }, now)
    expect([await deny('ana'), await deny('ana'), await deny('ben')]).toEqual([true, true, false])
  })

  it('lets one person decide about it, once, while it waits', async () => {
    const login = await waiting()
    const decide = (decision: DeviceDecision, when = now) =>
      stores().deviceLogins().decide(login.deviceCodeHash, decision, when)
    expect(await decide(approved, now + 600_000)).toBe(false)
    const decisions = await Promise.all([
      decide(approved),
      decide({ status: 'denied', personId: 'ben' }),
      decide({ ...approved, personId: 'cem' }),
    ])
    expect(decisions.filter((won) => won)).toHaveLength(1)
    expect(await stores().deviceLogins().decide(random(), approved, now)).toBe(false)
    const found = await stores().deviceLogins().findByUserCode(login.userCodeHash)
    expect(found?.status).toBe(decisions[1] ? 'denied' : 'approved')
  })

  it('gives an approved login away once, and no other', async () => {
    const login = await waiting()
    expect(await stores().deviceLogins().take(login.deviceCodeHash)).toBeUndefined()
    await stores().deviceLogins().decide(login.deviceCodeHash, approved, now)
    const taken = await Promise.all([1, 2, 3].map(() => stores().deviceLogins().take(login.deviceCodeHash)))
    expect(taken.filter((one) => one !== undefined)).toEqual([{ ...login, ...approved }])
    const again = await stores().deviceLogins().poll(login.deviceCodeHash, now)
    expect([again?.status, again?.isTaken]).toEqual(['approved', true])
  })

  it('keeps a session until it ends, and notes its use', async () => {
    const session = newSession(random(), random(), now)
    await stores().browserSessions().start(session)

    expect(await stores().browserSessions().find(session.sessionHash)).toEqual(session)
    await stores()
      .browserSessions()
      .touch(session.sessionHash, now + 600_000)
    expect((await stores().browserSessions().find(session.sessionHash))?.lastSeenAt).toBe(at(600_000))
    await stores().browserSessions().end(session.sessionHash)
    await stores().browserSessions().touch(session.sessionHash, now)
    expect(await stores().browserSessions().find(session.sessionHash)).toBeUndefined()
  })

  it('gives what a sign-in left once, and never takes it for a session', async () => {
    const pending = {
      sessionHash: sessionHash(random()),
      state: 'state',
      nonce: 'nonce',
      verifier: 'verifier',
      to: '/keys',
      expiresAt: pendingExpiry(now),
    }
    await stores().browserSessions().startSignIn(pending)

    expect(await stores().browserSessions().find(pending.sessionHash)).toBeUndefined()
    expect(await stores().browserSessions().takeSignIn(pending.sessionHash)).toEqual(pending)
    expect(await stores().browserSessions().takeSignIn(pending.sessionHash)).toBeUndefined()
    const session = newSession(random(), random(), now)
    await stores().browserSessions().start(session)
    expect(await stores().browserSessions().takeSignIn(session.sessionHash)).toBeUndefined()
  })

  it('lists what people did, newest first, page by page', async () => {
    const account = random()
    const event = (index: number) => ({
      accountId: account,
      eventId: `01${String(index).padStart(4, '0')}${account}`,
      at: at(index),
      personId: 'ana',
      by: 'Ana',
      // A newer version may have noted what this one does not know.
      action: index === 7 ? 'key-moved' : 'key-generated',
      target: `${account}.0123456789ab`,
    })
    const events = Array.from({ length: 60 }, (_, index) => event(index))
    for (const one of events) await stores().audit().put(one)
    // As after an answer that was lost.
    await stores().audit().put(event(0))

    const first = await stores().audit().list(account, '2026-11')
    const second = await stores().audit().list(account, '2026-11', first.at(-1)?.eventId)
    expect([...first, ...second]).toEqual(events.reverse())
    expect([first.length, second.length]).toEqual([50, 10])
    expect(await stores().audit().list(account, '2026-10')).toEqual([])
  })
}
