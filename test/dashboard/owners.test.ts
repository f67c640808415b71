// An account keeps an owner, whatever its owners do at the same moment.

import { beforeEach, describe, expect, it } from 'vitest'
import { type DashboardInMemory, dashboardInMemory, type Position } from '../../testkit/memory/dashboard.ts'

let dashboard: DashboardInMemory
beforeEach(async () => {
  dashboard = await dashboardInMemory()
})

const post = async (as: Position, path: string, body: unknown = {}) =>
  (await dashboard.ask({ as, path: `/api/accounts/acme${path}`, body, method: 'POST' })).status

const ownersLeft = async (): Promise<readonly string[]> => {
  const { members } = await dashboard.ports.members.list('acme')
  return members.filter(({ role }) => role === 'owner').map(({ personId }) => personId)
}

describe.each([
  ['demotes', '/role', { role: 'developer' }],
  ['removes', '/remove', {}],
])('of two owners, where each at once %s', (_what, change, body) => {
  beforeEach(async () => {
    await post('owner', `/members/${dashboard.personIds.developer}/role`, { role: 'owner' })
  })

  it.each([
    ['themselves', 'owner', 'developer'],
    ['the other one', 'developer', 'owner'],
  ] as const)('%s, one stays', async (_whom, ofOwner, ofDeveloper) => {
    const { personIds } = dashboard
    const answers = await Promise.all([
      post('owner', `/members/${personIds[ofOwner]}${change}`, body),
      post('developer', `/members/${personIds[ofDeveloper]}${change}`, body),
    ])
    expect(answers.sort()).toEqual([200, 400])
    expect(await ownersLeft()).toHaveLength(1)
  })

  it('themselves while there is a third, two of the three may go', async () => {
    const { owner, developer, viewer } = dashboard.personIds
    await post('owner', `/members/${viewer}/role`, { role: 'owner' })
    const answers = await Promise.all([
      post('owner', `/members/${owner}${change}`, body),
      post('developer', `/members/${developer}${change}`, body),
    ])
    expect([answers, await ownersLeft()]).toEqual([[200, 200], [viewer]])
  })
})

describe('an invitation that is withdrawn while somebody accepts it', () => {
  const withdraw = async (tries: number): Promise<number> => {
    const { members } = dashboard.ports
    await post('owner', '/members', { role: 'owner' })
    const [{ secretHash } = expect.fail()] = (await members.list('acme')).invitations
    const take = members.take.bind(members)
    let tried = 0
    // Both writes are in each other's way, and neither is made.
    members.take = async (...invitation) => {
      tried += 1
      return tried < tries ? false : take(...invitation)
    }
    return post('owner', `/invitations/${secretHash}/remove`)
  }

  it('is withdrawn, or is said not to be', async () => {
    expect([await withdraw(3), (await dashboard.ports.members.list('acme')).invitations]).toEqual([200, []])
    expect([await withdraw(9), (await dashboard.ports.members.list('acme')).invitations.length]).toEqual([503, 1])
  })
})

describe('a membership that others change at the same moment', () => {
  it('is looked at again, and not without end', async () => {
    const { members } = dashboard.ports
    let asked = 0
    members.change = async () => {
      asked += 1
      return false
    }
    expect(await post('owner', `/members/${dashboard.personIds.viewer}/role`, { role: 'developer' })).toBe(503)
    expect(asked).toBe(3)
  })

  it('is not lowered by an invitation that was made for less', async () => {
    const { developer } = dashboard.personIds
    const { members } = dashboard.ports
    const path = '/api/accounts/acme/members'
    const made = await dashboard.ask({ as: 'owner', path, method: 'POST', body: { role: 'developer' } })
    const token = JSON.parse(String(made.body)).link.split('/').at(-1)
    await members.change({ ...(await found(developer)), role: 'viewer' }, { role: 'developer' })
    // Between the look at the membership and its change, somebody makes the person an owner.
    const accept = members.accept.bind(members)
    members.accept = async (secretHash, member, before) => {
      members.accept = accept
      await members.change({ ...member, role: 'owner' }, { role: 'viewer' })
      return accept(secretHash, member, before)
    }
    expect((await dashboard.ask({ as: 'developer', path: `/api/join/${token}`, method: 'POST' })).status).toBe(200)
    expect((await found(developer)).role).toBe('owner')
  })
})

const found = async (personId: string) =>
  (await dashboard.ports.members.find('acme', personId)) ?? expect.fail('There is no such member.')
